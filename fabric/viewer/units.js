// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them.

/** A time or a duration in ns, rounded. */
export function time(ns) {
  if (ns < 1e4) return `${ns.toFixed(0)} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toFixed(1)} µs`;
  if (ns < 1e10) return `${(ns / 1e6).toFixed(2)} ms`;
  return `${(ns / 1e9).toFixed(1)} s`;
}

/** A time in ns as exactly as a person may need it: to 10 ns in the first millisecond. */
export function exactTime(ns) {
  if (ns < 1e6) return `${(ns / 1e3).toFixed(2)} µs`;
  return `${(ns / 1e6).toFixed(ns < 1e8 ? 4 : 3)} ms`;
}

/** Bits per second. */
export function rate(bps) {
  if (!bps) return "0";
  if (bps < 1e6) return `${(bps / 1e3).toFixed(0)} kb/s`;
  if (bps < 1e9) return `${(bps / 1e6).toFixed(0)} Mb/s`;
  return `${(bps / 1e9).toFixed(bps < 1e10 ? 1 : 0)} Gb/s`;
}

export function bytes(count) {
  if (count < 10_000) return `${Math.round(count)} B`;
  if (count < 10 * 1024 * 1024) return `${(count / 1024).toFixed(0)} KiB`;
  return `${(count / 1024 / 1024).toFixed(0)} MiB`;
}

/** A link without its ports: `nic0--p1-t0-0`. */
export function short(name) {
  return name.replace(/:\d+/g, "");
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
