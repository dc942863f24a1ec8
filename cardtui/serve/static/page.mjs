// The table in this page: a terminal whose program runs on the server. See cardtui/serve/server.py for the messages.
import { Terminal } from "./xterm.mjs";
import { FitAddon } from "./addon-fit.mjs";
import { WebglAddon } from "./addon-webgl.mjs";

const NEEDED = { cols: 80, rows: 24 };
const LARGEST = { cols: 400, rows: 200 };
const FONT = { usual: 16, least: 8, step: 0.5 };  // pixels
const TRIES = 20;  // one a second, if the connection breaks
const KEYS = { Esc: "\x1b", "⏎": "\r", "↑": "\x1b[A", "↓": "\x1b[B", "←": "\x1b[D", "→": "\x1b[C", F1: "\x1bOP",
  F7: "\x1b[18~", "?": "?", "^p": "\x10" };

const terminal = new Terminal({
  fontFamily: "Table, monospace", fontSize: FONT.usual, scrollback: 0, cursorBlink: false, cursorInactiveStyle: "none", macOptionIsMeta: true,
  theme: { background: "#0b1f17" },
});
const fit = new FitAddon();
const table = document.getElementById("table");
const word = document.getElementById("word");
table.terminal = terminal;  // for tests, and the console of the browser
let line = null;
let tries = 0;
let over = false;

function say(sentence, choice, chosen) {
  const [text, button] = [word.querySelector("p"), word.querySelector("button")];
  text.textContent = sentence;
  button.hidden = !choice;
  button.textContent = choice || "";
  button.onclick = chosen || null;
  word.hidden = !sentence;
  if (choice) button.focus();
}

/** Choose the largest print, up to the usual one, in which the table fits; return whether one does. */
function fitted() {
  for (let size = FONT.usual; size >= FONT.least; size -= FONT.step) {
    terminal.options.fontSize = size;
    const found = fit.proposeDimensions();
    if (found && found.cols >= NEEDED.cols && found.rows >= NEEDED.rows) {
      terminal.resize(Math.min(found.cols, LARGEST.cols), Math.min(found.rows, LARGEST.rows));
      return true;
    }
  }
  return false;
}

function laidOut() {
  if (fitted()) {
    if (!over && line) say("");
    return true;
  }
  say(`A table needs ${NEEDED.cols} columns and ${NEEDED.rows} lines, which do not fit here: `
    + "turn the phone or enlarge the window.");
  return false;
}

function send(message) {
  if (line && line.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
}

/** Let the browser keep a file, where it keeps downloads. */
function keep({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function connect() {
  line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play`);
  line.binaryType = "arraybuffer";
  line.onopen = () => {
    tries = 0;
    terminal.reset();
    say("");
    send({ size: [terminal.cols, terminal.rows] });
    terminal.focus();
  };
  line.onmessage = ({ data }) => {
    if (typeof data !== "string") {
      terminal.write(new Uint8Array(data));
      return;
    }
    const { file, end } = JSON.parse(data);
    if (file) {
      keep(file);
      return;
    }
    over = true;
    say(end, "Open a table", () => location.reload());
  };
  line.onclose = () => {
    if (over) return;
    if (++tries > TRIES) {
      over = true;
      say("The server does not answer.", "Try again", () => location.reload());
      return;
    }
    say("The connection was lost. The match is saved, and the table comes back with the connection.");
    setTimeout(connect, 1000);
  };
}

for (const [name, keys] of Object.entries(KEYS)) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.onpointerdown = (event) => {
    event.preventDefault();  // the terminal keeps the focus, or the keyboard of the phone stays away
    send({ keys });
  };
  document.getElementById("keys").append(button);
}

async function start() {
  await Promise.all([document.fonts.load("16px Table"), document.fonts.load("bold 16px Table")]);
  terminal.loadAddon(fit);
  terminal.open(table);
  try {
    terminal.loadAddon(new WebglAddon());  // draws lines and blocks without gaps
  } catch {
    // no WebGL here: the terminal draws with elements of the page
  }
  terminal.onData((keys) => send({ keys }));
  terminal.onBinary((keys) => send({ keys }));
  terminal.onResize(({ cols, rows }) => send({ size: [cols, rows] }));
  terminal.attachCustomKeyEventHandler((event) => !(event.type === "keydown" && event.key === "F5"));  // reload stays
  new ResizeObserver(() => {
    if (laidOut() && !line) connect();
  }).observe(table);
  window.addEventListener("focus", () => terminal.focus());
}

start();
