// SPDX-License-Identifier: Apache-2.0
// What every part of the page needs: elements, numbers as people read them, requests.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with properties and children. */
export function html(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** An SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

/** Set attributes of an element. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** Nanoseconds of the topology. */
export function time(ns) {
  if (ns < 1e4) return `${ns.toFixed(0)} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toFixed(1)} µs`;
  if (ns < 1e10) return `${(ns / 1e6).toFixed(2)} ms`;
  return `${(ns / 1e9).toFixed(1)} s`;
}

/** Bits per second. */
export function rate(bps) {
  if (!bps) return "0";
  if (bps < 1e6) return `${(bps / 1e3).toFixed(0)} kb/s`;
  if (bps < 1e9) return `${(bps / 1e6).toFixed(0)} Mb/s`;
  return `${(bps / 1e9).toFixed(bps < 1e10 ? 1 : 0)} Gb/s`;
}

/** Bytes. */
export function bytes(count) {
  if (count < 10_000) return `${count} B`;
  if (count < 10 * 1024 * 1024) return `${(count / 1024).toFixed(0)} KiB`;
  return `${(count / 1024 / 1024).toFixed(0)} MiB`;
}

/** What the server answers; throws an Error that people can read. */
export async function get(path) {
  return answer(await fetch(path));
}

/** Ask the server to do something; throws an Error that people can read. */
export async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return answer(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answer(response) {
  const said = await response.json();
  if (!response.ok) throw new Error(said.error);
  return said;
}
