// SPDX-License-Identifier: Apache-2.0
// The timeline of a run: time under the reader's hand, and everything that shows a moment of it.

import { button, html } from "../viewer/elements.js";
import { FabricView, fabricKey } from "../viewer/fabric.js";
import { stateKey } from "../viewer/flows.js";
import { packetList } from "../viewer/packets.js";
import { Strips } from "../viewer/strips.js";
import { exactTime, short } from "../viewer/units.js";
import { flowCards, packetCard, thingCard, wayOf } from "./cards.js";
import { Run, unpacked } from "./run.js";
import { packetsAt, prepare, sheetsOf, statesAt, stretchAt, stripsOf } from "./states.js";

const get = (id) => document.getElementById(id);
const SPEEDS = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000]; // µs of the run in a second
const LASTS = 30; // seconds that a whole run takes at first
const SHORTEST_NS = 2000; // of a stretch on the screen
const KEYS = { f: "fault", t: "trim", r: "retransmission", l: "loss", e: "EV" };

class Page {
  constructor(run) {
    this.run = run;
    this.ns = 0;
    this.seen = { from: 0, to: run.end }; // the stretch on the screen
    this.playing = false;
    this.chosen = null;
    prepare(run);
    const choose = (what) => this.choose(what);
    this.fabric = new FabricView(get("fabric"), sheetsOf(run.fabric), choose);
    this.strips = new Strips(get("strips"), stripsOf(run), (ns) => this.goto(ns), { axis: "last" });
    this.mark = packetList(get("packets"), rowsOf(run), (number) => choose({ kind: "packet", number }));
    this.flows = flowCards(get("flows"), run);
    get("flows").before(stateKey(false));
    get("fabric").after(fabricKey("queues", "trimmed", "lost", "again", "packets"));
    get("summary").textContent = summaryOf(run);
    this.controls();
    this.goto(0);
    document.body.dataset.ready = "yes";
  }

  controls() {
    const { run } = this;
    const slider = get("slider");
    slider.max = run.end;
    slider.addEventListener("input", () => this.goto(Number(slider.value)));
    this.speed = SPEEDS.find((each) => each >= run.end / 1000 / LASTS) ?? SPEEDS.at(-1);
    get("speed").append(...SPEEDS.map((each) => html("option", { value: each, selected: each === this.speed }, each < 1000 ? `${each} µs/s` : `${each / 1000} ms/s`)));
    get("speed").addEventListener("change", () => (this.speed = Number(get("speed").value)));
    get("play").addEventListener("click", () => this.play(!this.playing));
    for (const [id, factor] of [["in", 0.5], ["out", 2], ["whole", Infinity]]) get(id).addEventListener("click", () => this.zoom(factor));
    for (const [kind, times] of Object.entries(run.events)) {
      const [back, on] = [-1, 1].map((way) => {
        const title = `${way < 0 ? "previous" : "next"} ${kind}`;
        const made = button(way < 0 ? "‹" : "›", () => this.jump(kind, way), { disabled: !times.length, title });
        made.dataset.jump = `${kind}${way}`;
        return made;
      });
      get("jumps").append(html("span", { className: times.length ? "jump" : "jump none" }, back, html("span", {}, kind), on));
    }
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
    const step = this.run.levelAt(this.ns).step_ns * (event.shiftKey ? 10 : 1);
    const kind = KEYS[event.key.toLowerCase()];
    const acts = {
      " ": () => this.play(!this.playing), ArrowRight: () => this.goto(this.ns + step), ArrowLeft: () => this.goto(this.ns - step),
      Home: () => this.goto(0), End: () => this.goto(this.run.end), "+": () => this.zoom(0.5), "-": () => this.zoom(2), 0: () => this.zoom(Infinity),
      Escape: () => this.choose(null),
    };
    const act = kind ? () => this.jump(kind, event.shiftKey ? -1 : 1) : acts[event.key];
    if (!act || (event.key === " " && event.target.matches("button, summary, input[type=checkbox]"))) return;
    event.preventDefault();
    act();
  }

  jump(kind, way) {
    const times = this.run.events[kind];
    const next = way > 0 ? times.find((at) => at > this.ns) : times.findLast((at) => at < this.ns);
    if (next !== undefined) this.goto(next);
  }

  /** See more or less time; the moment stays where it is on the screen. */
  zoom(factor) {
    const { from, to } = this.seen;
    const stretch = Math.min(this.run.end, Math.max(SHORTEST_NS, (to - from) * factor));
    const share = Math.min(1, Math.max(0, (this.ns - from) / (to - from || 1)));
    this.see(this.ns - stretch * share, stretch);
    this.show();
  }

  see(from, stretch) {
    const begin = Math.max(0, Math.min(this.run.end - stretch, from));
    this.seen = { from: begin, to: begin + Math.min(stretch, this.run.end) };
  }

  goto(ns) {
    this.ns = Math.min(this.run.end, Math.max(0, ns));
    const { from, to } = this.seen;
    if (this.ns < from || this.ns > to) this.see(this.ns - (to - from) / 2, to - from);
    this.show();
  }

  play(on) {
    this.playing = on;
    get("play").textContent = on ? "❚❚ pause" : "▶ play";
    get("play").setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (this.ns >= this.run.end) this.goto(0);
    let before = null;
    const tick = (now) => {
      if (!this.playing) return;
      if (before !== null) this.goto(this.ns + (now - before) * this.speed);
      before = now;
      if (this.ns >= this.run.end) this.play(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  /** Choose a packet, a link or a node, or nothing. */
  choose(what) {
    const packet = what?.kind === "packet" ? this.run.packets[what.number] : null;
    this.chosen = what;
    this.packet = packet;
    get("packet").hidden = !packet;
    get("thing").hidden = !what || Boolean(packet);
    this.fabric.mark(packet ? packet.hops.flatMap((hop) => [hop.link, hop.node]) : what ? [what.name] : []);
    if (packet) this.follow(packet);
    this.show();
    if (packet) intoView(get("packet"));
  }

  /** Show a packet's card; go to its birth, and closer, unless the packet is on its way now. */
  follow(packet) {
    const act = { goto: (ns) => this.goto(ns), choose: (number) => this.choose({ kind: "packet", number }), close: () => this.choose(null) };
    packetCard(get("packet"), this.run, packet, act);
    if (packet.born_ns <= this.ns && this.ns <= packet.end_ns) return;
    const life = Math.max(2000, packet.end_ns - packet.born_ns);
    this.see(packet.born_ns - life, 4 * life);
    this.speed = SPEEDS.findLast((each) => each <= life / 6000) ?? SPEEDS[0];
    get("speed").value = this.speed;
    this.goto(packet.born_ns + 1);
  }

  show() {
    const { run, ns, packet } = this;
    // Long enough to be seen, whatever stretch of time is on the screen.
    const glow = Math.max(1000, run.levelAt(ns).step_ns, (this.seen.to - this.seen.from) / 80);
    get("now").textContent = exactTime(ns);
    get("now").dataset.ns = Math.round(ns);
    get("slider").value = ns;
    this.strips.draw(stretchAt(run, this.seen, ns, packet));
    this.fabric.show(statesAt(run, ns, glow));
    this.fabric.showPackets(packetsAt(run, ns, packet));
    this.mark(packet?.number, (number) => run.packets[number].born_ns <= ns && ns <= run.packets[number].end_ns);
    this.flows(ns, glow);
    get("happened").textContent = happenedAt(run, ns, glow);
    if (this.chosen && !packet) thingCard(get("thing"), run, this.chosen, ns, glow, () => this.choose(null));
  }
}

function intoView(card) {
  const { top } = card.getBoundingClientRect();
  if (top > innerHeight - 80 || top < 0) card.scrollIntoView();
}

function summaryOf(run) {
  const { planes, t0s, t1s, nics } = run.fabric;
  return `${planes} plane${planes === 1 ? "" : "s"}, each ${t0s} T0 and ${t1s} T1; ${nics} NICs; ${run.flows.length} flows; ${exactTime(run.end)} of emulated time.`;
}

/** The packets of a run for a list, under what happened around each. */
function rowsOf(run) {
  return run.packets.map((packet) => ({
    ...packet, when: exactTime(packet.born_ns), ends: `${packet.from} → ${packet.to ?? "✕"}`, tip: packet.fate,
    heading: run.close.find((level) => packet.born_ns < level.end_ns)?.reasons.join(", "),
  }));
}

/** What is wrong now, and what has just happened, in a line. */
function happenedAt(run, ns, glow) {
  const wrong = run.faultSpans.filter((span) => span.from <= ns && ns < span.to).map((span) => `${short(span.target)} is ${span.state}`);
  const healed = run.faults.filter((fault) => fault.restores && fault.at_ns <= ns && ns - fault.at_ns < 4 * glow).map((fault) => `${short(fault.target)} has ${fault.state}`);
  const changed = run.changes.filter((change) => change.at_ns <= ns && ns - change.at_ns < 4 * glow)
    .map((change) => `${run.flows[change.flow].name}: ${wayOf(change)} is ${change.to.replace("_", " ")}`);
  if (wrong.length > 3) wrong.splice(2, Infinity, `and ${wrong.length - 2} more`);
  return [...wrong, ...healed, ...changed.slice(0, 3)].join(" · ") || "nothing is wrong";
}

new Page(new Run(await unpacked(get("document").textContent)));
