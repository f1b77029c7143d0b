// SPDX-License-Identifier: Apache-2.0
// A fabric worked out from its numbers: names, uSIDs, paths, entries, and what failures leave.

const document_ = JSON.parse(document.getElementById("document").textContent);

class Fabric {
  constructor(given) {
    Object.assign(this, given);
    this.failed = new Set(given.failed);
    this.numbers = new Map(this.nicNames.map((name, number) => [name, number]));
    this._index();
  }

  // -- names --------------------------------------------------------------------------------------------------------

  switchName(plane, tier, index) {
    return `p${plane}-${tier}-${index}`;
  }

  nicName(number) {
    return this.nicNames.length ? this.nicNames[number] : `nic${number}`;
  }

  /** The switch of that name as {plane, tier, index}; null if there is none. */
  switchNamed(name) {
    const found = /^p(0|[1-9]\d*)-(t[01])-(0|[1-9]\d*)$/.exec(name);
    if (!found) return null;
    const [plane, tier, index] = [+found[1], found[2], +found[3]];
    return plane < this.planes && index < (tier === "t0" ? this.t0s : this.t1s) ? { plane, tier, index } : null;
  }

  /** The number of the NIC of that name; null if there is none. */
  nicNamed(name) {
    if (this.nicNames.length) return this.numbers.get(name) ?? null;
    const found = /^(?:nic)?(0|[1-9]\d*)$/.exec(name);
    return found && +found[1] < this.nics ? +found[1] : null;
  }

  /** The whole name of a link, with its ports or without; null if there is none. */
  linkNamed(name) {
    const ends = name.split("--").map((end) => end.split(":")[0]);
    if (ends.length !== 2) return null;
    const [a, b] = ends.map((end) => this.switchNamed(end));
    let whole = null;
    if (a && b && a.plane === b.plane && a.tier !== b.tier) {
      const [t0, t1] = a.tier === "t0" ? [a, b] : [b, a];
      whole = this.fabricLink(a.plane, t0.index, t1.index);
    } else if (a || b) {
      const number = this.nicNamed(a ? ends[1] : ends[0]);
      const t0 = a ?? b;
      if (number !== null && t0.tier === "t0" && this.t0Of(number) === t0.index) whole = this.hostLink(t0.plane, number);
    }
    if (whole === null) return null;
    const [one, other] = whole.split("--");
    const fits = (text, end) => text === end || text === end.split(":")[0];
    const [left, right] = name.split("--");
    return (fits(left, one) && fits(right, other)) || (fits(left, other) && fits(right, one)) ? whole : null;
  }

  fabricLink(plane, t0, t1) {
    const up = this.switchName(plane, "t0", t0);
    return `${up}:${this.downlinks + t1}--${this.switchName(plane, "t1", t1)}:${t0}`;
  }

  hostLink(plane, number) {
    return `${this.nicName(number)}:${plane}--${this.switchName(plane, "t0", this.t0Of(number))}:${this.downlinkOf(number)}`;
  }

  t0Of(number) {
    return Math.floor(number / this.downlinks);
  }

  downlinkOf(number) {
    return number % this.downlinks;
  }

  /** How many NICs hang on a T0. */
  nicsOf(t0) {
    return Math.max(0, Math.min(this.downlinks, this.nics - t0 * this.downlinks));
  }

  // -- uSIDs --------------------------------------------------------------------------------------------------------

  usid(kind, plane, index) {
    const [tag, bits] = this.usids[kind];
    return tag | (plane << bits) | index;
  }

  /** An IPv6 address of the block and some uSIDs, as RFC 5952 writes it. */
  address(usids) {
    const words = [this.block >>> 16, this.block & 0xffff, ...usids];
    while (words.length < 8) words.push(0);
    let [best, length] = [-1, 1];
    for (let at = 0; at < 8; at++) {
      let run = 0;
      while (at + run < 8 && words[at + run] === 0) run++;
      if (run > length) [best, length] = [at, run];
    }
    const hex = words.map((word) => word.toString(16));
    if (best < 0) return hex.join(":");
    return `${hex.slice(0, best).join(":")}::${hex.slice(best + length).join(":")}`;
  }

  // -- entries ------------------------------------------------------------------------------------------------------

  /** The entries of a switch that forward: match, action, port and why each stands there. */
  *entries({ plane, tier, index }) {
    const own = this.usid(tier, plane, index);
    yield { match: `${this.address([own])}/48`, action: "un", port: null,
      why: "its own uSID: the switch shifts the uSIDs and looks the next one up" };
    yield { match: `${this.address([])}/32`, action: "blackhole", port: null,
      why: "any other uSID of the block: it is dropped and counted, never guessed" };
    if (tier === "t1") {
      for (let t0 = 0; t0 < this.t0s; t0++) {
        yield this._route(this.usid("t0", plane, t0), t0,
          `the uSID of ${this.switchName(plane, "t0", t0)}, the only way down to its NICs`);
      }
      return;
    }
    for (let port = 0; port < this.nicsOf(index); port++) {
      yield this._route(this.usid("downlink", plane, port), port,
        `the last uSID of a path names the downlink; here hangs ${this.nicName(index * this.downlinks + port)}`);
    }
    for (let t1 = 0; t1 < this.t1s; t1++) {
      yield this._route(this.usid("t1", plane, t1), this.downlinks + t1,
        `the uSID of ${this.switchName(plane, "t1", t1)}: a NIC that names it is sent up this link`);
    }
  }

  _route(usid, port, why) {
    return { match: `${this.address([usid])}/48`, action: "set_nexthop", port, why };
  }

  // -- paths and failures -------------------------------------------------------------------------------------------

  /** A switch or link fails, or is restored. */
  toggle(name) {
    if (!this.failed.delete(name)) this.failed.add(name);
    this._index();
  }

  restore() {
    this.failed.clear();
    this._index();
  }

  /** What failed, by plane: switches of each tier, and of each switch the indices at the other ends of its links. */
  _index() {
    this.gone = Array.from({ length: this.planes }, () => ({
      t0: new Set(), t1: new Set(), links: { t0: new Map(), t1: new Map() },
    }));
    const note = (map, key, value) => map.set(key, (map.get(key) ?? new Set()).add(value));
    for (const name of this.failed) {
      const node = this.switchNamed(name);
      if (node) this.gone[node.plane][node.tier].add(node.index);
      const [up, down] = name.split("--").map((end) => this.switchNamed(end.split(":")[0]));
      if (up && down) {
        note(this.gone[up.plane].links.t0, up.index, down.index);
        note(this.gone[up.plane].links.t1, down.index, up.index);
      }
    }
  }

  /** Whether the way from a T0 up to a T1 works. */
  up(plane, t0, t1) {
    const gone = this.gone[plane];
    return !gone.t1.has(t1) && !gone.links.t0.get(t0)?.has(t1);
  }

  /** Whether a NIC's port on a plane works. */
  attached(plane, number) {
    return !this.gone[plane].t0.has(this.t0Of(number)) && !(this.failed.size && this.failed.has(this.hostLink(plane, number)));
  }

  /** How many T1s of its plane a T0 can use, or T0s a T1 can reach; 0 if it is gone itself. */
  reaches({ plane, tier, index }) {
    const gone = this.gone[plane];
    if (gone[tier].has(index)) return 0;
    const [other, all] = tier === "t0" ? ["t1", this.t1s] : ["t0", this.t0s];
    const links = gone.links[tier].get(index);
    return all - (links ? new Set([...links, ...gone[other]]).size : gone[other].size);
  }

  /** The paths of two NICs: for each plane, for each T1 (one column if they share a T0), whether it works. */
  paths(source, target) {
    const [a, b] = [this.t0Of(source), this.t0Of(target)];
    const rows = [];
    for (let plane = 0; plane < this.planes; plane++) {
      const ends = this.attached(plane, source) && this.attached(plane, target);
      const row = [];
      for (let t1 = 0; t1 < (a === b ? 1 : this.t1s); t1++) {
        row.push(ends && (a === b || (this.up(plane, a, t1) && this.up(plane, b, t1))));
      }
      rows.push(row);
    }
    return rows;
  }

  /** One path: its switches, its uSIDs, the destination that the NIC writes. */
  path(source, target, plane, t1) {
    const [a, b] = [this.t0Of(source), this.t0Of(target)];
    const hops = [["t0", a]];
    if (a !== b) hops.push(["t1", t1], ["t0", b]);
    const usids = hops.map(([tier, index]) => this.usid(tier, plane, index));
    usids.push(this.usid("downlink", plane, this.downlinkOf(target)));
    return {
      switches: hops.map(([tier, index]) => this.switchName(plane, tier, index)),
      usids, destination: this.address(usids),
    };
  }

  /** What one failure takes, in words. */
  loss(name) {
    const node = this.switchNamed(name);
    const all = this.planes * this.t1s;
    if (node && node.tier === "t1") {
      return `every two NICs of different T0s lose 1 of ${all.toLocaleString("en")} paths`;
    }
    if (node) return `${this.nicsOf(node.index)} NICs lose plane ${node.plane}: 1 of their ${this.planes} ports`;
    const nic = name.split(":")[0];
    if (this.nicNamed(nic) !== null && !this.switchNamed(nic)) return `${nic} loses 1 of its ${this.planes} ports`;
    return `the NICs of ${nic} lose 1 of ${all.toLocaleString("en")} paths to every NIC elsewhere`;
  }
}
