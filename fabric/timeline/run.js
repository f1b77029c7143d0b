// SPDX-License-Identifier: Apache-2.0
// The document of a run: unpacked, and what was when. Times are ns.

import { sum } from "../viewer/units.js";

const OUT_OF_USE = ["ASSUMED_BAD", "DENIED"];

export async function unpacked(text) {
  const packed = Uint8Array.from(atob(text.trim()), (each) => each.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** One run. */
export class Run {
  constructor(data) {
    Object.assign(this, data);
    this.end = data.verdict.end_ns;
    this.whole = data.levels[0];
    this.close = data.levels.slice(1);
    this.planes = new Map(data.fabric.switches.map((each) => [each.name, each.plane]));
    this.placed = this.flows.map((_, flow) => runningSums(this.whole.columns[`flow ${flow} placed`]));
    this.changesOf = Map.groupBy(this.changes, (change) => change.flow);
    this.faultSpans = spansOf(this);
    this.bins = binsOf(this);
    this.series = seriesOf(this);
    this.events = eventsOf(this);
  }

  /** The plane of a switch. */
  planeOf(name) {
    return this.planes.get(name);
  }

  /** The finest level that has a moment in it. */
  levelAt(ns) {
    return this.close.find((level) => level.from_ns <= ns && ns < level.end_ns) ?? this.whole;
  }

  /** How many of a count fall between two times; a bin that lies there in part counts in part. */
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

  /** The value of a column at a time. */
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
    for (const change of this.changesOf.get(flow) ?? []) if (change.at_ns <= ns) last.set(change.ev, change);
    return [...last.values()].filter((change) => OUT_OF_USE.includes(change.to));
  }
}

function runningSums(values = []) {
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

/** The times that one can jump to, of each kind, in order. */
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

/** The finest bins that there are, in order of time: the whole run without its close-ups, and those. */
function binsOf(run) {
  const all = run.levels.flatMap((level, number) =>
    Array.from({ length: level.bins }, (_, bin) => {
      const begin = level.from_ns + bin * level.step_ns;
      return { level: number, bin, begin, end: Math.min(level.end_ns, begin + level.step_ns) };
    }),
  );
  const closer = (bin) => run.close.some((level) => level.from_ns <= bin.begin && bin.end <= level.end_ns);
  return all.filter((bin) => bin.level || !closer(bin)).sort((one, two) => one.begin - two.begin);
}

/** Sums over columns, by level and bin: bytes into receivers by plane, what happened to frames, EVs out of use. */
function seriesOf(run) {
  const total = (fits) => run.levels.map((level) => {
    const found = new Array(level.bins).fill(0);
    for (const [name, values] of Object.entries(level.columns)) if (fits(name)) values.forEach((value, bin) => (found[bin] += value));
    return found;
  });
  const { links, planes, nodes } = run.fabric;
  const receivers = new Set(nodes.filter((each) => each.role === "receiver").map((each) => each.name));
  const inbound = links.map((link, index) => ({ link, index })).filter(({ link }) => receivers.has(link.a));
  const into = (plane) => {
    const names = new Set(inbound.filter(({ link }) => run.planeOf(link.b) === plane).map(({ index }) => `direction ${2 * index + 1} bytes`));
    return total((name) => names.has(name));
  };
  return {
    planes: Array.from({ length: planes }, (_, plane) => into(plane)),
    top: sum(inbound.filter(({ link }) => run.planeOf(link.b) === 0).map(({ link }) => link.rate_bps)) || 1e9,
    counts: [/ trims$/, / retransmissions$/, / (lost|blackholed|dropped)$/].map((what) => total((name) => what.test(name))),
    out: total((name) => OUT_OF_USE.some((state) => name.endsWith(` ${state}`))),
  };
}

/** Times without those that follow closely on another. */
function firsts(times, apart) {
  return times.filter((at, index) => index === 0 || at - times[index - 1] > apart);
}
