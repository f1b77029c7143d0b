// SPDX-License-Identifier: Apache-2.0
// The document: unpacked, and asked what was when. Times are ns.

const SVG = "http://www.w3.org/2000/svg";
const STATES = ["GOOD", "SKIP", "ASSUMED_BAD", "DENIED"];
const OUT_OF_USE = ["ASSUMED_BAD", "DENIED"];

/** An HTML element with properties and children. */
function html(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** An SVG element with attributes and children. */
function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function time(ns) {
  if (ns < 1e6) return `${(ns / 1e3).toFixed(2)} µs`;
  return `${(ns / 1e6).toFixed(ns < 1e8 ? 4 : 3)} ms`;
}

function gbps(bitsPerNs) {
  return `${bitsPerNs.toFixed(bitsPerNs < 10 ? 1 : 0)} Gb/s`;
}

function bytes(count) {
  if (count < 10_000) return `${Math.round(count)} B`;
  if (count < 10e6) return `${(count / 1e3).toFixed(0)} kB`;
  return `${(count / 1e6).toFixed(1)} MB`;
}

/** A link without its ports: `nic0--p1-t0-0`. */
function short(name) {
  return name.replace(/:\d+/g, "");
}

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text.trim()), (each) => each.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** One run. */
class Run {
  constructor(data) {
    Object.assign(this, data);
    this.end = data.verdict.end_ns;
    this.whole = data.levels[0];
    this.close = data.levels.slice(1);
    this.peaks = new Map();
    this.placed = this.flows.map((_, flow) => sums(this.whole.columns[`flow ${flow} placed`]));
    this.turns = Map.groupBy(this.changes, (change) => change.flow);
    this.faultSpans = spansOf(this);
    this.events = eventsOf(this);
  }

  /** The finest level that has a moment in it. */
  levelAt(ns) {
    return this.close.find((level) => level.from_ns <= ns && ns < level.end_ns) ?? this.whole;
  }

  /** Of a count, how many between two times: bins count by the share of them that lies between. */
  count(name, from, to) {
    const level = this.close.find((each) => each.from_ns <= from && to <= each.end_ns) ?? this.whole;
    const values = level.columns[name];
    if (!values || to <= from) return 0;
    const { from_ns: origin, step_ns: step } = level;
    let total = 0;
    const last = Math.min(values.length - 1, Math.floor((to - origin) / step));
    for (let bin = Math.max(0, Math.floor((from - origin) / step)); bin <= last; bin++) {
      const begin = origin + bin * step;
      const end = Math.min(begin + step, level.end_ns);
      if (end > begin) total += (values[bin] * Math.max(0, Math.min(to, end) - Math.max(from, begin))) / (end - begin);
    }
    return total;
  }

  /** Of a state, its value at a time. */
  value(name, ns) {
    const level = this.levelAt(ns);
    const values = level.columns[name];
    return values ? values[Math.max(0, Math.min(values.length - 1, Math.floor((ns - level.from_ns) / level.step_ns)))] : 0;
  }

  /** Payload of a flow in place at a time. */
  placedAt(flow, ns) {
    const bin = Math.floor(ns / this.whole.step_ns);
    return (this.placed[flow][Math.min(bin, this.placed[flow].length) - 1] ?? 0) + this.count(`flow ${flow} placed`, Math.min(bin, this.whole.bins) * this.whole.step_ns, ns);
  }

  /** What is wrong with a switch or link at a time; "" when nothing is. */
  wrong(name, ns) {
    return this.faultSpans.filter((each) => each.target === name && each.from <= ns && ns < each.to).map((each) => each.state).join(", ");
  }

  /** The EVs of a flow that are out of use at a time: the last change of each. */
  outAt(flow, ns) {
    const last = new Map();
    for (const change of this.turns.get(flow) ?? []) if (change.at_ns <= ns) last.set(change.ev, change);
    return [...last.values()].filter((change) => OUT_OF_USE.includes(change.to));
  }
}

function sums(values = []) {
  let total = 0;
  return values.map((value) => (total += value));
}

/** Each fault from its time until the next of the same kind at the same place. */
function spansOf(run) {
  return run.faults.filter((fault) => !fault.restores).map((fault) => {
    const next = run.faults.find((each) => each.at_ns > fault.at_ns && each.target === fault.target && each.affects === fault.affects);
    return { target: fault.target, state: fault.state, from: fault.at_ns, to: next ? next.at_ns : run.end + 1 };
  });
}

/** What one can jump to: times of each kind, in order. */
function eventsOf(run) {
  const bins = (what) => {
    const found = new Set();
    for (const level of run.levels)
      for (const [name, values] of Object.entries(level.columns))
        if (name.endsWith(` ${what}`))
          values.forEach((value, bin) => {
            const at = level.from_ns + bin * level.step_ns;
            // A close-up says more exactly when it was.
            if (value && !(level === run.whole && run.close.some((each) => each.from_ns <= at && at < each.end_ns))) found.add(at);
          });
    return firsts([...found].sort((one, two) => one - two), 4 * run.whole.step_ns);
  };
  const distinct = (times) => [...new Set(times)].sort((one, two) => one - two);
  return {
    fault: distinct(run.faults.map((fault) => fault.at_ns)),
    trim: bins("trims"),
    retransmission: bins("retransmissions"),
    loss: distinct([...bins("lost"), ...bins("blackholed"), ...bins("dropped")]),
    EV: distinct(run.changes.map((change) => change.at_ns)),
  };
}

/** Times without those that follow closely on another. */
function firsts(times, apart) {
  return times.filter((at, index) => index === 0 || at - times[index - 1] > apart);
}
