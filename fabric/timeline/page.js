// SPDX-License-Identifier: Apache-2.0
// Time under the reader's hand: what moves it, and everything that shows a moment.

const get = (id) => document.getElementById(id);
const SPEEDS = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000]; // µs of the run in a second
const LASTS = 30; // seconds that a whole run takes at first
const MOST_CARDS = 60; // of flows
const KEYS = { f: "fault", t: "trim", r: "retransmission", l: "loss", e: "EV" };

class Page {
  constructor(run) {
    this.run = run;
    this.ns = 0;
    this.playing = false;
    this.chosen = null;
    prepare(run.packets);
    const choose = (what) => this.choose(what);
    this.drawing = new Drawing(get("fabric"), run, choose);
    this.strips = new Strips(get("strips"), run, (ns) => this.goto(ns));
    this.mark = packetList(get("packets"), run, choose);
    this.flows = flowCards(get("flows"), run);
    get("summary").textContent = summaryOf(run);
    this.controls();
    addEventListener("resize", () => this.show());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
    this.goto(0);
    document.body.dataset.ready = "yes";
  }

  controls() {
    const { run } = this;
    const slider = get("slider");
    slider.max = run.end;
    slider.addEventListener("input", () => this.goto(Number(slider.value)));
    const wanted = run.end / 1000 / LASTS;
    this.speed = SPEEDS.find((each) => each >= wanted) ?? SPEEDS.at(-1);
    get("speed").append(...SPEEDS.map((each) => html("option", { value: each, selected: each === this.speed }, each < 1000 ? `${each} µs/s` : `${each / 1000} ms/s`)));
    get("speed").addEventListener("change", () => (this.speed = Number(get("speed").value)));
    get("play").addEventListener("click", () => this.play(!this.playing));
    get("in").addEventListener("click", () => this.zoom(0.5));
    get("out").addEventListener("click", () => this.zoom(2));
    get("whole").addEventListener("click", () => this.zoom(Infinity));
    for (const [kind, times] of Object.entries(run.events)) {
      const [back, on] = [-1, 1].map((way) => {
        const button = html("button", { type: "button", disabled: !times.length, title: `${way < 0 ? "previous" : "next"} ${kind}` }, way < 0 ? "‹" : "›");
        button.addEventListener("click", () => this.jump(kind, way));
        button.dataset.jump = `${kind}${way}`;
        return button;
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

  zoom(factor) {
    if (factor === Infinity) this.strips.look(0, this.run.end);
    else this.strips.zoom(factor, this.ns);
    this.show();
  }

  goto(ns) {
    this.ns = Math.min(this.run.end, Math.max(0, ns));
    this.strips.reveal(this.ns);
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
    this.chosen = what;
    const packet = what?.kind === "packet" ? what.packet : null;
    get("packet").hidden = !packet;
    get("thing").hidden = !what || Boolean(packet);
    this.drawing.mark(what);
    if (packet) {
      const act = { goto: (ns) => this.goto(ns), choose: (other) => this.choose(other), close: () => this.choose(null) };
      packetCard(get("packet"), this.run, packet, act);
      const life = Math.max(2000, packet.end_ns - packet.born_ns);
      if (this.ns < packet.born_ns || this.ns > packet.end_ns) {
        this.strips.look(packet.born_ns - life, 4 * life);
        this.setSpeed(life / 1000 / 6);
        this.goto(packet.born_ns + 1);
      } else this.show();
      if (get("packet").getBoundingClientRect().top > innerHeight - 80 || get("packet").getBoundingClientRect().top < 0) get("packet").scrollIntoView();
      return;
    }
    this.show();
  }

  setSpeed(wanted) {
    this.speed = SPEEDS.findLast((each) => each <= wanted) ?? SPEEDS[0];
    get("speed").value = this.speed;
  }

  show() {
    const { run, ns } = this;
    const packet = this.chosen?.kind === "packet" ? this.chosen.packet : null;
    // Long enough to be seen, whatever stretch of time is on the screen.
    const glow = Math.max(1000, run.levelAt(ns).step_ns, (this.strips.to - this.strips.from) / 80);
    get("now").textContent = time(ns);
    get("now").dataset.ns = Math.round(ns);
    get("slider").value = ns;
    this.strips.draw(ns, run.packets, packet);
    this.drawing.show(ns, glow);
    this.drawing.showPackets(run.packets, ns, packet);
    this.mark(ns, packet);
    this.flows(ns, glow);
    get("happened").textContent = happenedAt(run, ns, glow);
    if (this.chosen && !packet) thingCard(get("thing"), run, this.chosen, ns, glow, () => this.choose(null));
  }
}

function summaryOf(run) {
  const { planes, t0s, t1s, nics } = run.fabric;
  return `${planes} plane${planes === 1 ? "" : "s"}, each ${t0s} T0 and ${t1s} T1; ${nics} NICs; ${run.flows.length} flows; ${time(run.end)} of emulated time.`;
}

/** What is wrong now, and what has just happened, in a line. */
function happenedAt(run, ns, glow) {
  const wrong = run.faultSpans.filter((span) => span.from <= ns && ns < span.to).map((span) => `${short(span.target)} is ${span.state}`);
  const healed = run.faults.filter((fault) => fault.restores && fault.at_ns <= ns && ns - fault.at_ns < 4 * glow).map((fault) => `${short(fault.target)} has ${fault.state}`);
  const turned = run.changes.filter((change) => change.at_ns <= ns && ns - change.at_ns < 4 * glow)
    .map((change) => `${run.flows[change.flow].name}: EV ${change.ev.toString(16)} ${change.to.replace("_", " ")}`);
  if (wrong.length > 3) wrong.splice(2, Infinity, `and ${wrong.length - 2} more`);
  return [...wrong, ...healed, ...turned.slice(0, 3)].join(" · ") || "nothing is wrong";
}

/** A card for each flow: how far it is, how fast, and its EVs by state. */
function flowCards(root, run) {
  document.querySelector(".states").append(...STATES.flatMap((state) => [html("span", { className: `swatch ${state}` }), ` ${state.replace("_", " ")} `]));
  const cards = run.flows.slice(0, MOST_CARDS).map((flow, index) => {
    const [bar, rate, evs, out] = [html("i"), html("span", { className: "rate" }), html("div", { className: "evs" }), html("p", { className: "small out" })];
    const parts = STATES.map((state) => html("span", { className: state }));
    evs.append(...parts);
    evs.dataset.flow = index;
    root.append(html("div", { className: "flow" }, html("div", { className: "line" }, html("b", {}, flow.name), rate), html("div", { className: "done" }, bar), evs, out));
    return { bar, rate, parts, evs, out };
  });
  if (run.flows.length > MOST_CARDS) root.append(html("p", { className: "soft small" }, `The first ${MOST_CARDS} of ${run.flows.length}; what all of them did is above.`));
  return (ns, glow) => cards.forEach(({ bar, rate, parts, evs, out }, index) => {
    const flow = run.flows[index];
    const done = run.placedAt(index, ns) / flow.bytes;
    bar.style.width = `${Math.min(100, 100 * done)}%`;
    const from = Math.max(0, ns - Math.max(glow, 5000));
    const speed = ns > from ? (run.count(`flow ${index} placed`, from, ns) * 8) / (ns - from) : 0;
    const ended = flow.completed_ns !== null && ns >= flow.completed_ns;
    rate.textContent = ended ? `done at ${time(flow.completed_ns)}` : ns < flow.post_ns ? "not posted" : gbps(speed) + (flow.fair_share_gbps === null ? "" : ` of ${gbps(flow.fair_share_gbps)}`);
    const counts = STATES.map((state) => run.value(`flow ${index} ${state}`, ns));
    const total = counts.reduce((one, two) => one + two, 0);
    evs.hidden = !total;
    parts.forEach((part, place) => {
      part.style.flexGrow = counts[place];
      part.textContent = counts[place] || "";
      part.hidden = !counts[place];
    });
    const gone = run.outAt(index, ns);
    out.textContent = gone.slice(0, 2).map((change) => `${change.ev.toString(16)} via ${change.path.at(change.path.length >> 1)} ${change.to.replace("_", " ")} since ${time(change.at_ns)} (${change.reason})`).join("; ") + (gone.length > 2 ? ` and ${gone.length - 2} more` : "");
  });
}

/** The card of a link or a node. */
function thingCard(root, run, what, ns, glow, close) {
  const rows = what.kind === "link" ? linkRows(run, what.name, ns, glow) : nodeRows(run, what.name, ns, glow);
  const wrong = run.wrong(what.name, ns);
  root.replaceChildren(closing(close), html("h3", {}, what.name), ...(wrong ? [html("p", { className: "no" }, wrong)] : []),
    html("table", {}, ...rows.map((row) => html("tr", {}, ...row.map((cell) => html("td", {}, cell))))));
  root.dataset.name = what.name;
}

function linkRows(run, name, ns, glow) {
  const index = run.fabric.links.findIndex((each) => each.name === name);
  const link = { ...run.fabric.links[index], index };
  return [["", "load", "queue", "trims so far", "lost so far"], ...[0, 1].map((way) => {
    const { load, queue } = linkAt(run, link, way, Math.max(0, ns - glow), ns);
    const so = (count) => Math.round(run.count(`direction ${2 * index + way} ${count}`, 0, ns));
    return [`${way ? link.b : link.a} → ${way ? link.a : link.b}`, gbps((load * link.rate_bps) / 1e9), bytes(queue), so("trims"), so("lost")];
  })].map((row) => row.map(String));
}

function nodeRows(run, name, ns, glow) {
  const mine = run.fabric.links.map((link, index) => ({ ...link, index })).filter((link) => link.a === name || link.b === name);
  const index = run.fabric.switches.findIndex((each) => each.name === name);
  const rows = mine.map((link) => {
    const sends = link.a === name ? 0 : 1;
    const [out, back] = [sends, 1 - sends].map((way) => linkAt(run, link, way, Math.max(0, ns - glow), ns));
    return [sends ? link.a : link.b, gbps((out.load * link.rate_bps) / 1e9), gbps((back.load * link.rate_bps) / 1e9), bytes(out.queue), String(out.trims)];
  });
  const lost = index < 0 ? [] : [["lost here so far", String(Math.round(run.count(`switch ${index} blackholed`, 0, ns) + run.count(`switch ${index} dropped`, 0, ns)))]];
  return [["to", "sends", "gets", "queue", "trims"], ...rows, ...lost];
}

new Page(new Run(await unpacked(get("document").textContent)));
