// SPDX-License-Identifier: Apache-2.0
// Writes, newest first: how far each is, and a square for every path of its queue pair.

import { html } from "../../../fabric/viewer/elements.js";
import { flowHead, stateKey } from "../../../fabric/viewer/flows.js";
import { explained } from "../../../fabric/viewer/terms.js";
import { bytes, time } from "../../../fabric/viewer/units.js";

const STATES = { g: "GOOD", s: "SKIP", a: "ASSUMED_BAD", d: "DENIED" };
const drawn = new Map(); // by write: what its paths looked like, and their elements

/** Draw the writes of a moment into an element. */
export function showWrites(root, moment, lab) {
  if (!moment.writes.length) return;
  const key = stateKey(true, html("i", { className: "ev GOOD backup" }), " pale: backup");
  root.replaceChildren(key, ...moment.writes.toReversed().map((write) => card(write, moment, lab)));
}

function card(write, moment, lab) {
  const head = flowHead(`${write.source} → ${write.destination}`, html("small", { className: "soft" }, ` write ${write.number} `));
  const verdict = write.failure ?? write.verdict ?? (write.completed_ns !== null ? "complete" : "");
  const good = !write.failure && (write.verdict === null || write.verdict === "every byte arrived");
  head.show(write.placed / write.size, verdict, good);
  return html("article", { className: "flow", id: `write-${write.number}` }, ...head.elements,
    html("p", { className: "facts soft" }, ...explained(factsOf(write, moment).filter(Boolean).join(" · "))), squares(write, lab));
}

function factsOf(write, moment) {
  const took = Math.max(0, (write.completed_ns ?? moment.now_ns) - write.posted_ns);
  return [
    `${bytes(write.placed)} of ${bytes(write.size)}`,
    time(took),
    took > 0 ? `${((8 * write.placed) / took).toFixed(1)} Gb/s` : "",
    ...(write.counted ? counters(write) : ["over before this page looked: no counters"]),
  ];
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
    const state = STATES[letter.toLowerCase()] ?? "DENIED";
    return html("i", { className: `ev ${state}${letter === letter.toLowerCase() ? " backup" : ""}` });
  });
  const good = [...way.states].filter((letter) => "GSgs".includes(letter)).length;
  return html("div", { className: good < way.states.length ? "way hurt" : "way" },
    html("span", { className: "via" }, `by ${name}`), html("span", { className: "squares" }, ...evs),
    html("span", { className: "count" }, `${good}/${way.states.length}`));
}
