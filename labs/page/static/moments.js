// SPDX-License-Identifier: Apache-2.0
// What the viewer draws of a lab: its links and nodes at a moment, and its moments as strips of time.

import { roundStep } from "../../../fabric/viewer/strips.js";
import { bytes, rate, sum, time } from "../../../fabric/viewer/units.js";

const SHOWN = 240; // moments: two minutes; a longer past scrolls with the slider
const FEWEST = 60;
const ROLES = { fault: "bad", trouble: "bad", heal: "good", write: "accent", paths: "warn" };

/** What is wrong with a node or a link at a moment. */
export function wrongAt(moment, name) {
  return moment.dead[name] ?? moment.faults[name]?.join(", ") ?? "";
}

/** A moment, as the viewer's fabric takes it. */
export function statesAt(moment) {
  return {
    link(cable) {
      const wrong = wrongAt(moment, cable.name);
      const loads = moment.links[cable.name] ?? [0, 0];
      const said = loads.map((load) => rate(load * cable.rate_bps)).join(" there, ");
      const ports = [cable.a, cable.b].map(([node, port], end) => cable.limits[end] !== null && portAt(moment, node, port, cable.limits[end]));
      return { loads, wrong, ports, tip: `${cable.name}: ${said} back${wrong ? `; ${wrong}` : ""}` };
    },
    node(name) {
      const wrong = wrongAt(moment, name);
      const again = sum(moment.writes.filter((write) => write.source === name).map((write) => write.again));
      const received = name in moment.received_bps ? `↓ ${rate(moment.received_bps[name])}` : "";
      return {
        wrong, below: received && (wrong || received), badge: again ? `↻${again}` : "", look: "again",
        tip: [name, wrong, again ? `${again} packets sent again` : ""].filter(Boolean).join("; "),
      };
    },
  };
}

function portAt(moment, node, number, limit) {
  const port = moment.ports[node]?.[number];
  if (!port) return { queued: 0, tip: `${node} does not answer` };
  const queued = port.queued ?? 0;
  return { queued, trimmed: port.trimmed, lost: port.dropped, tip: `queue of ${node} port ${number}: ${bytes(queued)} of ${bytes(limit)}` };
}

/** The strips of a lab. */
export function stripsOf(lab) {
  const nics = lab.nics.map((name, index) => ({ name: lab.nics.length <= 8 ? name : "", role: `s${index % 8}` }));
  const received = (moment) => lab.nics.map((name) => moment.received_bps[name] ?? 0);
  const of = (values) => remembered(({ moment }) => values(moment));
  const highest = (values) => rate(Math.max(0, ...values));
  if (lab.kind === "custom")
    return [
      { title: "received by", kind: "lines", top: 1e6, series: nics, values: of(received), text: highest },
      {
        title: "busiest link", kind: "area", top: 1, series: [{ role: "warn" }], text: ([value]) => percent(value),
        values: of((moment) => [Math.max(0, ...Object.values(moment.links).flat())]),
      },
    ];
  const limits = limitsOf(lab);
  const counts = [["trimmed", "warn"], ["sent again", "s3"], ["lost", "bad"]];
  return [
    { title: "received", kind: "lines", top: 25e9, series: nics, values: of(received), text: highest },
    {
      title: "packets", kind: "bars", top: 8, series: counts.map(([name, role]) => ({ name, role })), values: of(countsAt),
      text: (values) => String(sum(values)),
    },
    {
      title: "fullest queue", kind: "area", top: 1, series: [{ role: "s2" }], text: ([value]) => `${percent(value)} of its limit`,
      values: of((moment) => [Math.max(0, ...limits.map(([node, port, limit]) => (moment.ports[node]?.[port]?.queued ?? 0) / limit))]),
    },
    {
      title: "paths out of use", kind: "area", top: 8, series: [{ role: "bad" }], values: of(outAt),
      text: ([value]) => (value === null ? "no write" : `${value} ${value === 1 ? "path" : "paths"}`),
    },
  ];
}

const percent = (share) => `${Math.round(100 * share)} %`;

/** The same, made once for each moment. */
function remembered(values) {
  const known = new WeakMap();
  return (bin) => known.get(bin.moment) ?? known.set(bin.moment, values(bin)).get(bin.moment);
}

function countsAt(moment) {
  const ports = Object.values(moment.ports).flat();
  return [sum(ports.map((port) => port.trimmed)), sum(moment.writes.map((write) => write.again)), sum(ports.map((port) => port.dropped))];
}

/** Paths out of use; null when no write is under way: the NIC of a write that has ended knows of no paths. */
function outAt(moment) {
  const running = moment.writes.filter((write) => write.completed_ns === null && write.failure === null);
  const gone = (write) => sum(write.paths.map((way) => [...way.states].filter((letter) => "AaDd".includes(letter)).length));
  return [running.length ? sum(running.map(gone)) : null];
}

function limitsOf(lab) {
  const ends = lab.sheets.flatMap((sheet) => sheet.cables).flatMap((cable) => [cable.a, cable.b].map(([node, port], end) => [node, port, cable.limits[end]]));
  return ends.filter(([, , limit]) => limit !== null);
}

/** The moments around one of them, as the viewer's strips take them. The axis counts moments. */
export function stretchAround(moments, index) {
  const end = Math.min(moments.length, index + 1 + SHOWN / 4);
  const window = moments.slice(Math.max(0, end - SHOWN), end);
  const from = window[0].number;
  const events = window.flatMap((moment) =>
    moment.happened.filter((each) => each.kind !== "paths").map((each) => ({ at: moment.number, role: ROLES[each.kind] ?? "soft", text: each.text })),
  );
  return {
    from, to: from + Math.max(FEWEST, window.length) - 1, cursor: moments[index].number, events,
    bins: window.map((moment) => ({ begin: Math.max(from, moment.number - 1), end: moment.number, moment })),
    gaps: window.slice(1).filter((moment) => !moment.span_ns).map((moment) => moment.number),
    ticks: (parts) => ticks(window, (parts * window.length) / Math.max(FEWEST, window.length)),
  };
}

/** Round times of the topology, where they are between moments. */
function ticks(window, parts) {
  const [first, last] = [window[0].now_ns, window.at(-1).now_ns];
  if (last <= first) return [];
  const step = roundStep(last - first, parts);
  return window.slice(1).flatMap((moment, index) => {
    const before = window[index];
    const at = Math.floor(moment.now_ns / step) * step; // where nobody watched for long, the last of several
    if (at <= before.now_ns) return [];
    return [{ at: moment.number - (moment.now_ns - at) / (moment.now_ns - before.now_ns), text: time(at) }];
  });
}
