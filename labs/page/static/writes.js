// SPDX-License-Identifier: Apache-2.0
// Writes, newest first: how far each is, and a square for every path of its queue pair.

import { bytes, html, time } from "./tools.js";

const STATES = { g: "good", s: "skip", a: "bad", d: "denied" };
const MEANING = {
  good: "in use",
  skip: "skipped once (marked or trimmed)",
  bad: "taken for broken, probed",
  denied: "denied",
};
const drawn = new Map(); // by write: what its paths looked like, and their elements

/** Draw the writes of a moment into an element. */
export function showWrites(root, moment, lab) {
  if (!moment.writes.length) return;
  const parts = [key()];
  for (const write of [...moment.writes].reverse()) parts.push(card(write, moment, lab));
  root.replaceChildren(...parts);
}

function key() {
  const items = Object.entries(MEANING).map(([state, text]) =>
    html("span", {}, html("i", { className: `ev ${state}` }), ` ${text} `),
  );
  return html("p", { className: "key soft" }, ...items, html("i", { className: "ev good backup" }), " backup");
}

function counters(write) {
  return [
    `${write.packets} packets`,
    `${write.retransmissions} sent again`,
    `${write.nacks} NACKs`,
    `${write.losses} lost`,
    `paths: ${write.retired} retired, ${write.revived} revived`,
  ];
}

function card(write, moment, lab) {
  const share = write.placed / write.size;
  const bar = html("div", { className: "bar" }, html("b"));
  bar.firstChild.style.width = `${100 * share}%`;
  const until = write.completed_ns ?? moment.now_ns;
  const took = Math.max(0, until - write.posted_ns);
  const facts = [
    `${bytes(write.placed)} of ${bytes(write.size)}`,
    time(took),
    took > 0 ? `${((8 * write.placed) / took).toFixed(1)} Gb/s` : "",
    ...(write.counted ? counters(write) : ["over before this page looked: no counters"]),
  ];
  const verdict = write.failure ?? write.verdict ?? (write.completed_ns !== null ? "complete" : "");
  const good = !write.failure && (write.verdict === null || write.verdict === "every byte arrived");
  return html(
    "article",
    { className: "write", id: `write-${write.number}` },
    html(
      "h3",
      {},
      `${write.source} → ${write.destination} `,
      html("small", {}, `write ${write.number}`),
      html("span", { className: good ? "ok" : "no" }, verdict),
    ),
    bar,
    html("p", { className: "facts soft" }, facts.filter(Boolean).join(" · ")),
    squares(write, lab),
  );
}

function squares(write, lab) {
  const looks = JSON.stringify(write.paths);
  const known = drawn.get(write.number);
  if (known?.looks === looks) return known.element;
  const element = html("div", { className: "ways" }, ...write.paths.map((way) => row(way, lab, write)));
  drawn.set(write.number, { looks, element });
  return element;
}

function row(way, lab, write) {
  const [near, far] = [write.source, write.destination].map((nic) => lab.t0s[nic][way.plane]);
  const name = near === far ? near : lab.t1s[way.plane][way.uplink]; // NICs of one T0 need no T1
  const evs = [...way.states].map((letter) => {
    const state = STATES[letter.toLowerCase()] ?? "denied";
    const backup = letter === letter.toLowerCase();
    return html("i", { className: `ev ${state}${backup ? " backup" : ""}` });
  });
  const good = [...way.states].filter((letter) => "GSgs".includes(letter)).length;
  const out = way.states.length - good;
  return html(
    "div",
    { className: out ? "way hurt" : "way" },
    html("span", { className: "via" }, `by ${name}`),
    html("span", { className: "evs" }, ...evs),
    html("span", { className: "count" }, `${good}/${way.states.length}`),
  );
}
