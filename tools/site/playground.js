// SPDX-License-Identifier: Apache-2.0
// The playground's page: editors with numbered lines, two tabs, and a worker that runs Python.

const $ = (id) => document.getElementById(id);
const editors = ["scenario", "program", "tables"].map($);
const buttons = [...document.querySelectorAll(".buttons button")];
let given = {};

// --- The worker ------------------------------------------------------------------------------------------------------

const waiting = new Map();
let worker;
let calls = 0;

function status(text, busy) {
  $("status").textContent = text;
  $("status").classList.toggle("busy", busy);
}

function enable(on) {
  for (const each of [...editors, ...buttons]) each.disabled = !on;
}

function start() {
  worker = new Worker("worker.js", { type: "module" });
  worker.onerror = (event) => status(`Python does not start: ${event.message ?? "the worker cannot be loaded"}`, false);
  worker.onmessage = ({ data }) => {
    if (data.say !== undefined) status(data.say, true);
    else if (data.ready) begin(data.ready);
    else if (data.id === undefined) status(`Python does not start: ${data.failed}`, false);
    else {
      const { resolve, reject } = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.failed === undefined) resolve(data.answer);
      else reject(new Error(data.failed));
    }
  };
}

let first = true;

function begin(texts) {
  given = texts;
  if (first) {
    for (const each of editors) each.value = texts[each.id];
    for (const each of editors) number(each);
    status(`ready after ${seconds(performance.now())}`, false);
    store();
  } else {
    status("stopped, and ready again", false);
  }
  first = false;
  enable(true);
}

// A call cannot be interrupted: Python starts anew.
$("stop").addEventListener("click", () => {
  worker.terminate();
  for (const { reject } of waiting.values()) reject(new Error("stopped"));
  waiting.clear();
  status("stopped; starting Python again", true);
  start();
});
start();

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Call Python; the buttons wait, and what Python did not expect is shown as it says it. */
async function ask(what, call, ...words) {
  enable(false);
  show($("stop"), true);
  status(what, true);
  const begun = performance.now();
  try {
    const answer = await new Promise((resolve, reject) => {
      calls += 1;
      waiting.set(calls, { resolve, reject });
      worker.postMessage({ id: calls, call, words });
    });
    status(`done in ${seconds(performance.now() - begun)}`, false);
    enable(true);
    return answer;
  } catch (problem) {
    if (problem.message !== "stopped") {
      status("it failed", false);
      enable(true);
    }
    return { error: problem.message };
  } finally {
    show($("stop"), false);
  }
}

// --- Editors ---------------------------------------------------------------------------------------------------------

function number(editor, marks = new Map()) {
  const gutter = editor.previousElementSibling;
  const count = editor.value.split("\n").length;
  gutter.replaceChildren(...Array.from({ length: count }, (_, index) => {
    const line = document.createElement("b");
    const mark = marks.get(index + 1);
    line.textContent = index + 1;
    if (mark) {
      line.className = mark.severity;
      line.title = mark.text;
    }
    return line;
  }));
  gutter.scrollTop = editor.scrollTop;
}

function goTo(editor, line, column) {
  const before = editor.value.split("\n").slice(0, line - 1);
  const at = before.reduce((sum, text) => sum + text.length + 1, 0) + Math.max(0, column - 1);
  editor.focus();
  editor.setSelectionRange(at, at);
  const height = editor.scrollHeight / editor.value.split("\n").length;
  editor.scrollTop = Math.max(0, (line - 4) * height);
}

for (const editor of editors) {
  editor.addEventListener("input", () => number(editor));
  editor.addEventListener("scroll", () => { editor.previousElementSibling.scrollTop = editor.scrollTop; });
}

for (const button of document.querySelectorAll(".reset")) {
  button.addEventListener("click", () => {
    for (const id of button.dataset.text.split(" ")) {
      $(id).value = given[id];
      number($(id));
    }
  });
}

// --- Tabs ------------------------------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];

function select(tab) {
  for (const each of tabs) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", chosen);
    each.tabIndex = chosen ? 0 : -1;
    $(each.getAttribute("aria-controls")).hidden = !chosen;
  }
  for (const editor of editors) editor.previousElementSibling.scrollTop = editor.scrollTop;
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => {
    select(tab);
    history.replaceState(null, "", `#${tab.getAttribute("aria-controls")}`);
  });
  tab.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const next = tabs[(index + 1) % tabs.length];
    next.focus();
    next.click();
  });
}
select($(`tab-${location.hash.slice(1)}`) ?? tabs[0]);

// --- The demo --------------------------------------------------------------------------------------------------------

function show(element, on) {
  element.hidden = !on;
  return element;
}

function saving(link, text, type) {
  if (link.href) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type }));
  show(link, true);
}

$("run").addEventListener("click", async () => {
  const scenario = $("scenario").value;
  for (const id of ["timeline", "save-timeline"]) show($(id), false);
  const answer = await ask("running", "run_scenario", scenario, false);
  const wrong = answer.error !== undefined;
  show($("demo-result"), true);
  show($("demo-error"), wrong).textContent = answer.error ?? "";
  for (const id of ["verdict", "tables-of-run", "save"]) show($(id), !wrong);
  number($("scenario"), marks(/scenario\.yaml:(\d+): (.*)/g, answer.error ?? ""));
  if (wrong) return;
  $("verdict").textContent = answer.tables.split("\n").pop();
  $("verdict").className = `verdict ${answer.passed ? "good" : "bad"}`;
  $("tables-of-run").textContent = answer.tables;
  saving($("save-result"), JSON.stringify(answer.result, null, 1), "application/json");
  if (!$("with-timeline").checked) return;
  const again = await ask("running again for the timeline", "run_scenario", scenario, true);
  if (again.error !== undefined) {
    show($("demo-error"), true).textContent = again.error;
    return;
  }
  show($("timeline"), true).srcdoc = again.timeline;
  saving($("save-timeline"), again.timeline, "text/html");
});

function marks(pattern, text) {
  return new Map([...text.matchAll(pattern)].map(([, line, said]) => [Number(line), { severity: "error", text: said }]));
}

// --- The switch ------------------------------------------------------------------------------------------------------

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function showMessages(messages) {
  number($("program"), new Map(messages.map((each) => [each.line, each])));
  $("messages").replaceChildren(...messages.map((each) => {
    const shown = element("pre", `problem ${each.severity}`, each.text);
    if (each.line) {
      const button = element("button", "", `Go to line ${each.line}`);
      button.addEventListener("click", () => goTo($("program"), each.line, each.column));
      shown.append(button);
    }
    return shown;
  }));
}

$("compile").addEventListener("click", async () => {
  const answer = await ask("compiling", "compile_program", $("program").value);
  showMessages(answer.messages ?? []);
  const result = $("switch-result");
  result.replaceChildren();
  if (answer.error) result.append(element("pre", "problem", answer.error));
  if (!answer.tables) return;
  const list = element("ul");
  for (const table of answer.tables) {
    list.append(element("li", "", `${table.name} [${table.key.join(", ")}]: ${table.actions.join(", ")}`));
  }
  result.append(element("p", "verdict good", "It compiles. Its tables:"), list);
});

const grouped = (hex) => hex.replace(/(.{8})(?=.)/g, "$1 ");

$("send").addEventListener("click", async () => {
  const answer = await ask("sending", "run_packets", $("program").value, $("tables").value);
  showMessages(answer.messages ?? []);
  number($("tables"), marks(/tables:(\d+): (.*)/g, [answer.error ?? "", ...(answer.failures ?? [])].join("\n")));
  const result = $("switch-result");
  result.replaceChildren();
  for (const text of [...(answer.error ? [answer.error] : []), ...(answer.failures ?? [])]) {
    result.append(element("pre", "problem", text));
  }
  for (const packet of answer.packets ?? []) {
    const shown = element("article", "packet");
    shown.append(element("h3", "", `Line ${packet.line}: into port ${packet.port}`), code(packet.frame));
    if (packet.out.length === 0) shown.append(element("p", "verdict bad", "Nothing came out."));
    for (const out of packet.out) {
      shown.append(element("p", "verdict good", `Out of port ${out.port}`), code(out.frame));
    }
    const trace = element("details");
    trace.append(element("summary", "", "What the switch did"), element("pre", "trace", packet.trace));
    shown.append(trace);
    result.append(shown);
  }
});

function code(hex) {
  return element("code", "", grouped(hex));
}

// --- Without a network -----------------------------------------------------------------------------------------------

/** Once Python runs, so that storing its files does not hold it up. */
async function store() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
    show($("offline"), true);
  } catch (problem) {
    console.warn(`the page is not stored: ${problem.message}`);
  }
}
