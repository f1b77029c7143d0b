// SPDX-License-Identifier: Apache-2.0
// The worker: Python in WebAssembly. It takes {id, call, words} and answers {id, answer} or {id, failed}; while a call
// runs it sends {say}. {ready} or {failed} comes first.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const WHEELS = __WHEELS__;
const ROOT = "/mrc";

const say = (text) => postMessage({ say: text });

async function bytes(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

async function start() {
  say("loading Python");
  const [python, zip, ...wheels] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", self.location).href }), bytes("python.zip"),
    ...WHEELS.map(bytes),
  ]);
  say("unpacking");
  for (const wheel of wheels) python.unpackArchive(wheel, "whl");
  python.unpackArchive(zip, "zip", { extractDir: ROOT });
  say("starting the emulator");
  python.runPython(`import sys; sys.path.insert(0, "${ROOT}")`);
  const engine = python.pyimport("tools.site.playground_engine");
  engine.write_ipv6();
  return engine;
}

const started = start();
started.then(
  (engine) => postMessage({ ready: JSON.parse(engine.texts()) }),
  (problem) => postMessage({ failed: String(problem) }),
);

self.onmessage = async ({ data: { id, call, words } }) => {
  try {
    const engine = await started;
    const more = call === "run_scenario" ? [say] : [];
    postMessage({ id, answer: JSON.parse(engine[call](...words, ...more)) });
  } catch (problem) {
    postMessage({ id, failed: String(problem) });
  }
};
