/* The random play of a deal's tricks as in cardtui/games/schafkopf/kernel_play.py (finish_tricks), line for line, to
 * compare compilers. benchmarks/schafkopf_kernel.py compiles it and passes the places of the state's fields as macros.
 */
#include <stdint.h>

typedef int64_t word;

#define GOLDEN 0x9E3779B97F4A7C15ULL
#define FRACTION ((1LL << 60) - 1)

static inline uint64_t mix(uint64_t w) {
    w = (w ^ (w >> 30)) * 0xBF58476D1CE4E5B9ULL;
    w = (w ^ (w >> 27)) * 0x94D049BB133111EBULL;
    return w ^ (w >> 31);
}

static inline word pick(word some, word nth, word size) {
    for (word place = 0; place < size - 1; place++)
        some &= some - (place < nth);
    return some & -some;
}

static void finish_tricks(word *state, uint64_t *rng, const word *suits, const word *all_trumps) {
    word order = state[ORDER], ace = state[ACE], called = state[CALLED], leader = state[LEADER];
    const word *suit = suits + 32 * order;
    word trumps = all_trumps[order];
    uint64_t seed = *rng;
    for (word left = __builtin_popcountll(state[HANDS + leader]); left > 1; left--) {
        seed += GOLDEN;
        word chance = (word)(mix(seed) >> 4);
        word hand = state[HANDS + leader];
        word held = hand & called;
        word free = hand & ace && __builtin_popcountll(held) < RUNAWAY ? (hand & ~called) | ace : hand;
        chance *= __builtin_popcountll(free);
        word bit = pick(free, chance >> 60, left);
        chance &= FRACTION;
        state[HANDS + leader] = hand ^ bit;
        word follow = suit[__builtin_ctzll(bit)];
        word wins = follow | trumps;
        word trick = bit, best = bit, taker = leader;
        for (word step = 1; step < 4; step++) {
            word seat = (leader + step) & 3;
            hand = state[HANDS + seat];
            free = hand & follow;
            if (free == 0)
                free = hand & ~ace;
            if (free & ace)
                free = ace;
            chance *= __builtin_popcountll(free);
            bit = pick(free, chance >> 60, left);
            chance &= FRACTION;
            state[HANDS + seat] = hand ^ bit;
            trick |= bit;
            if ((bit & wins) > best) {
                best = bit;
                taker = seat;
            }
        }
        state[TAKEN + taker] |= trick;
        leader = taker;
        if (follow == called)
            ace = 0;
    }
    word wins = suit[__builtin_ctzll(state[HANDS + leader])] | trumps;
    word trick = 0, best = 0, taker = leader;
    for (word seat = 0; seat < 4; seat++) {
        word bit = state[HANDS + seat];
        state[HANDS + seat] = 0;
        trick |= bit;
        if ((bit & wins) > best) {
            best = bit;
            taker = seat;
        }
    }
    state[TAKEN + taker] |= trick;
    state[LEADER] = taker;
    *rng = seed;
}

/* Play each of so many states, again and again; the sum of what seats took, each times its number. */
word plays(const word *states, word many, word rounds, uint64_t *rng, const word *suits, const word *all_trumps) {
    word state[SIZE], sum = 0;
    for (word round = 0; round < rounds; round++)
        for (word number = 0; number < many; number++) {
            for (word field = 0; field < SIZE; field++)
                state[field] = states[number * SIZE + field];
            finish_tricks(state, rng, suits, all_trumps);
            for (word seat = 0; seat < 4; seat++)
                sum += state[TAKEN + seat] * (seat + 1);
        }
    return sum;
}
