/* The search of cardtui/games/schafkopf/solver_search.py again, as one writes it in C: same cards, same order, same
   nodes. benchmarks/schafkopf_solver.py compiles it (gcc -O3 -march=native -shared) and measures both. */
#include <stdint.h>
#include <string.h>

typedef int64_t i64;
typedef uint64_t u64;

enum { SPOTS = 40, MEMORY_BITS = 18 };

/* A row of LAYOUTS: the offsets are those of solver_search.py. */
typedef struct {
    i64 trumps, run_bottoms, bonus, ace, called_suit, unused[3];
    i64 suit[8], value[8], worth[SPOTS], win[SPOTS], smear[SPOTS], duck[SPOTS], card[SPOTS], spot[32];
} Layout;

typedef struct {
    u64 rest, moves, led, key, winning, smearing;
    int need, left, seat, laid, best, taker, trick_worth, free, value, choice, tried, gain;
} Frame;

static const int VALUES[6] = {0, 2, 3, 4, 10, 11};
static Layout L;
static u64 own[4];
static unsigned side;
static u64 generation;
static uint32_t pattern[5][256];
static u64 memory[1 << MEMORY_BITS];
static Frame frames[33];
static i64 nodes;

static inline int count(u64 x) { return __builtin_popcountll(x); }
static inline int lowest(u64 x) { return __builtin_ctzll(x); }
static inline int highest(u64 x) { return 63 - __builtin_clzll(x); }
static inline u64 above(u64 x) { return x ? ~((2ULL << highest(x)) - 1) : ~0ULL; }
static inline int least_of(int a, int b) { return a < b ? a : b; }

static void patterns(void) {
    u64 dealt = own[0] | own[1] | own[2] | own[3];
    for (int byte = 0; byte < 5; byte++) {
        unsigned here = dealt >> 8 * byte & 255, some = here;
        for (;;) {
            uint32_t standing = 0;
            int at = 8 * byte;
            for (int spot = 8 * byte; spot < 8 * byte + 8; spot++) {
                if ((u64)L.run_bottoms >> spot & 1) at = spot;
                if (some >> (spot - 8 * byte) & 1) {
                    int owner = 0;
                    while (!(own[owner] >> spot & 1)) owner++;
                    while (!(own[owner] >> at & 1)) at++;
                    standing |= 1U << L.card[at++];
                }
            }
            pattern[byte][some] = standing;
            if (!some) break;
            some = (some - 1) & here;
        }
    }
}

static inline u64 playable(u64 hand, u64 led, int free) {
    u64 bound = free ? 0 : hand & L.ace;
    if (!led) return bound && count(hand & L.called_suit) < 4 ? (hand & ~L.called_suit) | bound : hand;
    u64 follow = hand & led;
    if (!follow) return hand == bound ? hand : hand & ~bound;
    return follow & bound ? bound : follow;
}

static inline u64 distinct(u64 moves, u64 present) {
    u64 empty = ~(present | L.run_bottoms);
    return moves & ~((((moves << 1) + empty) ^ empty) & ~(u64)L.run_bottoms);
}

static inline int worth(u64 cards) {
    int total = 0;
    for (int i = 1; i < 6; i++) total += VALUES[i] * count(cards & L.value[i]);
    return total;
}

static inline int least(u64 hand, int number) {
    int total = 0;
    for (int i = 0; i < 6; i++) {
        int some = least_of(count(hand & L.value[i]), number);
        total += VALUES[i] * some;
        number -= some;
    }
    return total;
}

static inline int winners_bound(u64 rest, int seat, int left, int *points) {
    u64 trumps = rest & L.trumps, hand = own[seat] & rest, tops = 0;
    int owner = seat, best = 0;
    if (trumps) {
        int top = highest(trumps);
        for (owner = 0; !(own[owner] >> top & 1);) owner++;
        unsigned ours = side >> owner & 1;
        u64 foes = 0;
        for (int other = 0; other < 4; other++)
            if ((side >> other & 1) != ours) foes |= own[other];
        u64 high = above(trumps & foes);
        for (int other = 0; other < 4; other++)
            if ((side >> other & 1) == ours) {
                u64 some = trumps & own[other] & high;
                if (count(some) > best) best = count(some), owner = other, tops = some;
            }
    }
    if (!(trumps & ~hand)) {
        owner = seat, tops = trumps;
        for (int byte = 0; byte < 4; byte++) {
            u64 suit = L.suit[byte] & ~L.trumps;
            tops |= hand & suit & above(rest & suit & ~hand);
        }
        best = count(tops);
    }
    if (best == count(hand)) return *points = left, owner;
    int total = L.bonus * best + worth(tops);
    for (int other = 0; other < 4; other++)
        if (other != owner && best) total += least(own[other] & rest, best);
    return *points = total, owner;
}

static inline void strongest(u64 rest, int seat, int laid, u64 suit, int free, int *friend, int *foe) {
    unsigned ours = side >> seat & 1;
    for (int step = 1; step < 4 - laid; step++) {
        int other = (seat + step) & 3;
        u64 able = playable(own[other] & rest, suit, free) & (suit | L.trumps);
        if (!able) continue;
        int spot = highest(able);
        int *mine = (side >> other & 1) == ours ? friend : foe;
        if (spot > *mine) *mine = spot;
    }
}

static inline u64 place_of(u64 key) { return (u64)((i64)((key & ((1ULL << 35) - 1)) * 0x9E3779B97F4A7C15ULL) >> 36) & ((1 << MEMORY_BITS) - 1); }

static int search(u64 rest, int seat, int laid, u64 led, int best, int taker, int trick_worth, int free,
                  int need, int left) {
    Frame *f = frames;
    for (;;) {
        nodes++;
        unsigned ours = side >> seat & 1;
        u64 hand = own[seat] & rest, key = 0, moves, winning, smearing;
        int value = -1, hint = -1;
        if (laid == 0) {
            led = 0;
            if (need <= 0) value = 0;
            else if (need > left) value = left;
            else if (!(hand & (hand - 1))) {
                int taking = highest(rest & (L.suit[lowest(hand) >> 3] | L.trumps));
                for (int other = 0; other < 4; other++)
                    if (own[other] >> taking & 1) value = side >> other & 1 ? left : 0;
            } else {
                int points, owner = winners_bound(rest, seat, left, &points);
                if (side >> owner & 1) {
                    if (points >= need) value = points;
                } else if (left - points < need) value = left - points;
                if (value < 0) {
                    key = generation << 35 | (u64)free << 34 | (u64)seat << 32;
                    for (int byte = 0; byte < 5; byte++) key |= pattern[byte][rest >> 8 * byte & 255];
                    u64 entry = memory[place_of(key)];
                    if (entry >> 20 == key) {
                        if ((int)(entry >> 13 & 127) >= need) value = entry >> 13 & 127;
                        else if ((int)(entry >> 6 & 127) < need) value = entry >> 6 & 127;
                        hint = (int)(entry & 63) - 1;
                    }
                }
            }
        }
        if (value < 0) {
            moves = playable(hand, led, free);
            winning = smearing = 0;
            if (moves & (moves - 1)) {
                moves = distinct(moves, laid == 0 ? rest : rest | 1ULL << best);
                if (laid == 0) {
                    for (u64 some = moves; some;) {
                        u64 suit = L.suit[lowest(some) >> 3];
                        int friend = -1, foe = -1;
                        strongest(rest, seat, 0, suit, free, &friend, &foe);
                        winning |= moves & suit & above(foe >= 0 ? 1ULL << foe : 0);
                        if (friend > foe) smearing |= moves & suit;
                        some &= ~suit;
                    }
                } else {
                    int same = (side >> taker & 1) == ours, friend = same ? best : -1, foe = same ? -1 : best;
                    strongest(rest, seat, laid, led, free, &friend, &foe);
                    if (friend > foe) smearing = moves;
                    else winning = moves & (led | L.trumps) & above(1ULL << foe);
                }
            }
            f->rest = rest, f->need = need, f->left = left, f->seat = seat, f->laid = laid, f->led = led;
            f->best = best, f->taker = taker, f->trick_worth = trick_worth, f->free = free, f->key = key;
            f->winning = winning, f->smearing = smearing, f->value = ours ? -1 : 1000, f->choice = -1;
        } else {
            for (;;) {
                if (f == frames) return value;
                f--;
                value += f->gain;
                need = f->need, seat = f->seat, moves = f->moves;
                ours = side >> seat & 1;
                if (ours ? value > f->value : value < f->value) f->value = value, f->choice = f->tried;
                value = f->value;
                if (moves && (value >= need) != ours) break;
                if (f->laid == 0) {
                    int low = 0, high = f->left;
                    u64 *entry = &memory[place_of(f->key)];
                    if (*entry >> 20 == f->key) low = *entry >> 13 & 127, high = *entry >> 6 & 127;
                    if (value >= need) {
                        if (value > low) low = value;
                    } else if (value < high) high = value;
                    *entry = f->key << 20 | (u64)low << 13 | (u64)high << 6 | (u64)(f->choice + 1);
                }
            }
            rest = f->rest, left = f->left, laid = f->laid, led = f->led, best = f->best, taker = f->taker;
            trick_worth = f->trick_worth, free = f->free, winning = f->winning, smearing = f->smearing, hint = -1;
        }
        int card;
        if (hint >= 0 && moves >> hint & 1) card = hint;
        else {
            const i64 *order = L.win;
            u64 some = moves & winning;
            if (!some) some = moves & smearing, order = L.smear;
            if (!some) some = moves, order = L.duck;
            card = lowest(some);
            while (some &= some - 1)
                if (order[lowest(some)] > order[card]) card = lowest(some);
        }
        f->moves = moves & ~(1ULL << card), f->tried = card, f->gain = 0;
        rest &= ~(1ULL << card);
        trick_worth += L.worth[card];
        if (laid == 0) {
            led = L.suit[card >> 3], best = card, taker = seat;
            if (led == (u64)L.called_suit && own[seat] & rest & L.ace) free = 1;
        } else if (card > best && (led | L.trumps) >> card & 1) best = card, taker = seat;
        if (laid < 3) laid++, seat = (seat + 1) & 3;
        else {
            trick_worth += L.bonus, left -= trick_worth;
            if (side >> taker & 1) need -= trick_worth, f->gain = trick_worth;
            laid = trick_worth = 0, seat = taker;
        }
        f++;
    }
}

static int class_of(int points) {
    return (points >= 1) + (points >= 31) + (points >= 61) + (points >= 91) + (points >= 120);
}

/* The class of a whole deal before the first card; `layout` a row of LAYOUTS, hands as masks of cards. */
int classify(const i64 *layout, const i64 *hands, int leader, int declaring, i64 *searched) {
    static const int thresholds[6] = {0, 1, 31, 61, 91, 120};
    memcpy(&L, layout, sizeof L);
    side = declaring;
    for (int seat = 0; seat < 4; seat++) {
        own[seat] = 0;
        for (u64 some = hands[seat]; some; some &= some - 1) own[seat] |= 1ULL << L.spot[lowest(some)];
    }
    if (++generation == 256) {
        generation = 1;
        memset(memory, 0, sizeof memory);
    }
    patterns();
    nodes = 0;
    int low = 0, high = 5;
    for (int step = 0; step < 3 && low < high; step++) {
        int level = step == 0 ? 3 : low >= 3 ? low + 1 : high;
        u64 all = own[0] | own[1] | own[2] | own[3];
        int made = search(all, leader, 0, 0, 0, 0, 0, 0, thresholds[level], 120), found = class_of(made);
        if (made >= thresholds[level]) low = found > low ? found : low;
        else high = found < high ? found : high;
    }
    *searched = nodes;
    return low;
}
