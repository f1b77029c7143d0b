# SPDX-License-Identifier: Apache-2.0
# Everything a user runs. `make help` lists it. Python 3.11 is all that must be there; no root, no Docker.

PYTHON ?= python3.11
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready

TARGET ?= embedded
TEST ?=
SCENARIO ?= topologies/scenarios/demo.yaml
FILE ?=
OUT ?= out
TOPOLOGY ?= topologies/lab.yaml
DUT ?=
PROFILE ?=
SEED_GIVEN := $(filter-out undefined,$(origin SEED))
SEED ?= 0
RUNS ?= 10000
FRAMES ?= 1000000
EXCHANGES ?= 100000
TRACES ?=
PROGRAMS ?=
CHECKED ?=
ENGINE ?=
CODEC ?=
LAB ?=
ANSWER ?=
STUDENT ?=
JSON ?=
LIVE ?=
SCALE ?=
CABLES ?= auto
ONLY ?=
CLUSTER ?=

# What the user gives reaches the shell through the environment, so that spaces, quotes and dollars in it stay what they are.
# What is on or off is off with 0.
override FILE := $(value FILE)
override SCENARIO := $(value SCENARIO)
override OUT := $(value OUT)
override TOPOLOGY := $(value TOPOLOGY)
override DUT := $(value DUT)
override PROFILE := $(value PROFILE)
override SEED := $(value SEED)
override TRACES := $(filter-out 0,$(value TRACES))
override RUNS := $(value RUNS)
override FRAMES := $(value FRAMES)
override EXCHANGES := $(value EXCHANGES)
override CHECKED := $(filter-out 0,$(value CHECKED))
override ENGINE := $(value ENGINE)
override CODEC := $(value CODEC)
override LAB := $(value LAB)
override ANSWER := $(value ANSWER)
override STUDENT := $(value STUDENT)
override JSON := $(value JSON)
override SCALE := $(value SCALE)
override CABLES := $(value CABLES)
override ONLY := $(value ONLY)
override CLUSTER := $(value CLUSTER)
override TIMELINE := $(filter-out 0,$(value TIMELINE))
override LIVE := $(filter-out 0,$(value LIVE))
export FILE SCENARIO OUT TOPOLOGY DUT PROFILE SEED TRACES RUNS FRAMES EXCHANGES CHECKED ENGINE CODEC LAB ANSWER STUDENT JSON SCALE CABLES ONLY CLUSTER

.DEFAULT_GOAL := help
.PHONY: help accelerate experiments demo lab lab-check lab-material compare conformance mutants test lint unit p4 plan tools bench clean soak fuzz fuzz-native

help: ## Show this list
	@echo "make TARGET [VARIABLE=value ...]"
	@echo
	@awk 'BEGIN {FS = ":.*## "} /^[a-z0-9-]+:.*## / {sub(/ \(.*/, "", $$2); line = sprintf("  %-13s", $$1); \
	  n = split($$2, words, " "); for (i = 1; i <= n; i++) { if (length(line) + length(words[i]) > 78) \
	  {print line; line = sprintf("%15s", "")} line = line " " words[i] } print line}' $(MAKEFILE_LIST)
	@echo
	@echo "Variables:"
	@printf '  %-20s  %s\n' \
	  "SCENARIO=file.yaml" "demo: the scenario to run" \
	  "FILE=path" "demo: send this file, not the scenario's data" \
	  "LIVE=1" "demo: also run it on a live fabric" \
	  "TIMELINE=1" "demo, experiments: also write a timeline" \
	  "CODEC=name" "demo: fast or scapy makes the NICs' frames" \
	  "TARGET=name" "demo, lab, lab-check: embedded or bmv2" \
	  "SCALE=n" "demo, lab: n times slower than the topology" \
	  "SCALE=name" "experiments: small or paper" \
	  "CABLES=name" "demo, lab: auto, veth or unix" \
	  "ENGINE=name" "demo, lab, conformance: auto, native or python" \
	  "TOPOLOGY=file.yaml" "lab, plan: the fabric; lab: or your own network" \
	  "DUT=name" "conformance: embedded, bmv2, linux, external or nic" \
	  "PROFILE=name" "conformance: a profile of the suite, or a file" \
	  "TEST='srv6 TRIM-007'" "conformance: modules, cases or requirements" \
	  "TRACES=1" "conformance: keep the trace of each case" \
	  "SEED=n" "conformance, lab-check, soak, fuzz, fuzz-native" \
	  "ONLY=fig9a,fig18" "experiments: these figures" \
	  "CLUSTER=tcp://h:port" "experiments: a Dask cluster" \
	  "LAB=02" "lab-check, lab-material: the lab" \
	  "ANSWER=path" "lab-check: the file or folder to grade" \
	  "STUDENT=name" "lab-check, lab-material: the student" \
	  "JSON=file" "lab-check: write the grade as JSON" \
	  "RUNS=n" "soak: how many runs" \
	  "FRAMES=n" "fuzz, fuzz-native: how many frames" \
	  "EXCHANGES=n" "fuzz: how many hostile exchanges" \
	  "PROGRAMS='a.p4 dir'" "fuzz-native: these programs" \
	  "CHECKED=1" "fuzz-native: with bounds checks" \
	  "OUT=dir" "where results go (out)" \
	  "PYTHON=name" "the Python that makes .venv (python3.11)"

$(READY): requirements.txt p4soft/pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "error: $(PYTHON) not found; install Python 3.11 or say make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@test ! -L $(VENV) || { echo "error: $(VENV) is a symbolic link, and set-up would empty what it points to; remove the link" >&2; exit 1; }
	@echo "setting up $(VENV) from requirements.txt (once, about a minute)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps -r requirements.txt
	@echo "$(CURDIR)/p4soft/src" > "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/p4soft.pth"
	@touch $@

demo: $(READY) ## Run the main job: an incast with a dying spine on eight P4 switches (SCENARIO=, FILE=, ENGINE=, CODEC=fast|scapy, TIMELINE=1); LIVE=1: for real too (TARGET=, SCALE=, CABLES=)
	@name="$$(basename "$$SCENARIO")"; out="$$OUT/$${name%.*}"; \
	$(PY) -m fabric run "$$SCENARIO" --out "$$out" $${FILE:+--file "$$FILE"} $${ENGINE:+--engine "$$ENGINE"} $${CODEC:+--codec "$$CODEC"} $(if $(TIMELINE),--timeline) $(if $(LIVE),&& \
	$(PY) -m fabric live "$$SCENARIO" --out "$$out-live" --target "$(TARGET)" --cables "$$CABLES" $${FILE:+--file "$$FILE"} $${ENGINE:+--engine "$$ENGINE"} $${SCALE:+--scale "$$SCALE"} && \
	$(PY) -m fabric compare "$$out/result.json" "$$out-live/result.json" --out "$$out-live/compare.html")

lab: $(READY) ## Bring the live lab up: a process per switch and NIC (TARGET=embedded|bmv2, TOPOLOGY=, SCALE=, ENGINE=, CABLES=auto|veth|unix)
	@$(PY) -m labs up --target "$(TARGET)" --cables "$$CABLES" --topology "$$TOPOLOGY" $${SCALE:+--scale "$$SCALE"} $${ENGINE:+--engine "$$ENGINE"}

compare: $(READY) ## Run the demo with trimming, without trimming and on one path, and show the three side by side
	@for name in demo demo-no-trim demo-one-path; do \
	  $(PY) -m fabric run topologies/scenarios/$$name.yaml --out "$$OUT/$$name" || exit 1; done
	@$(PY) -m fabric compare "$$OUT/demo/result.json" "$$OUT/demo-no-trim/result.json" "$$OUT/demo-one-path/result.json" --out "$$OUT/compare.html"

accelerate: $(READY) ## Compile the NIC and the emulator's core with mypyc (needs a C compiler); MRC_ACCELERATED=1 runs them
	@$(PY) -m tools.accelerate

# A failing grade ends `make lab-check` with status 1, and is its last word: "make: *** Error 1" behind it would say nothing.
# GNU make passes status 1 on in silence for one thing only, a recipe that runs in spite of -q ("+") and says that something
# is left to do; -q leaves .ready alone unless it is an included file. What cannot be graded is status 2, and told as ever.
ifeq ($(MAKECMDGOALS),lab-check)
ifeq (,$(findstring n,$(firstword -$(MAKEFLAGS))))
MAKEFLAGS += -q
GRADES := +
include $(READY)
endif
endif

lab-check: $(READY) ## Grade an answer to a lab (LAB=02 ANSWER=path TARGET=embedded|bmv2 SEED=, JSON=grade.json, STUDENT=name)
	$(GRADES)@test -n "$$LAB" || { echo "error: which lab? make lab-check LAB=02; labs/README.md lists them" >&2; exit 2; }
	$(GRADES)@$(PY) -m labs.grading "$$LAB" --target $(TARGET) $${ANSWER:+--answer "$$ANSWER"} $${JSON:+--json "$$JSON"} $${STUDENT:+--student "$$STUDENT"} $(if $(SEED_GIVEN),--seed "$$SEED")

lab-material: $(READY) ## Write what a lab hands out to one student (LAB=01 STUDENT=name) into out/labs/
	@test -n "$$LAB" && test -n "$$STUDENT" || { echo "error: which lab, for whom? make lab-material LAB=01 STUDENT=name; labs/README.md lists the labs" >&2; exit 2; }
	@$(PY) -m labs.grading "$$LAB" --material "$$OUT/labs/$$LAB" --student "$$STUDENT"

test: lint unit ## Everything CI runs: linter, strict type checker, unit tests, the conformance suite without root

lint: $(READY)
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check --quiet .
	@$(PY) -m mypy

unit: $(READY)
	@$(PY) -m pytest

conformance: $(READY) ## Judge a device by every requirement (DUT=embedded|bmv2|linux|external|nic, PROFILE=, TEST=, SEED=, TRACES=1, ENGINE=)
	@$(PY) -m ptf_tests run $${DUT:+--dut "$$DUT"} $${PROFILE:+--profile "$$PROFILE"} --seed "$$SEED" $${TRACES:+--traces} $${ENGINE:+--engine "$$ENGINE"} \
	  --out "$$OUT/conformance/$${DUT:-$$(basename "$${PROFILE:-embedded}" .yaml)}" $(TEST)

mutants: $(READY) ## Run the conformance suite against broken switch programs and print what it does not notice
	@$(PY) -m ptf_tests.mutants --out "$$OUT/mutants"


p4: $(READY) ## Compile p4src/ with the embedded compiler into out/p4/
	@mkdir -p "$$OUT/p4"
	@$(PY) -m p4soft.compiler p4src/main.p4 -o "$$OUT/p4/fabric.json" --p4runtime-files "$$OUT/p4/fabric.p4info.txtpb"
	@echo "$$OUT/p4/fabric.json $$OUT/p4/fabric.p4info.txtpb"

plan: $(READY) ## Print the static tables of every switch (TOPOLOGY=)
	@$(PY) -m controller plan "$$TOPOLOGY"

tools: $(READY) ## Put p4c, simple_switch_grpc, simple_switch_CLI ... into out/bin, for your PATH
	@$(PY) -m tools.commands "$$OUT/bin"

experiments: $(READY) ## Run the production paper's figures and judge them (ONLY=fig9a,fig18 SCALE=small|paper TIMELINE=1 CLUSTER=tcp://host:port); out/experiments/index.html
	@$(PY) -m fabric.experiments run --out "$$OUT/experiments" $${ONLY:+--only "$$ONLY"} $${SCALE:+--scale "$$SCALE"} $${CLUSTER:+--cluster "$$CLUSTER"} $(if $(TIMELINE),--timeline)

bench: $(READY) ## Measure how fast everything is, beside BMv2, p4c and htsim where those are on the PATH (out/bench)
	@$(PY) -m tools.bench --out "$$OUT/bench"

soak: $(READY) ## Random runs of the NIC over a bad network: every byte once, immediates in order, or an error (RUNS=10000 SEED=0)
	@MRC_SOAK="$$RUNS" MRC_SOAK_SEED="$$SEED" $(PY) -m pytest -n 0 --timeout 0 tests/host_stack/test_nic_soak.py

fuzz: $(READY) ## Mutated frames and hostile exchanges against the NIC (FRAMES=1000000 EXCHANGES=100000)
	@MRC_FUZZ="$$FRAMES" MRC_HOSTILE="$$EXCHANGES" MRC_HOSTILE_SEED="$$SEED" $(PY) -m pytest -n 0 --timeout 0 tests/host_stack/test_nic_fuzz.py tests/host_stack/test_nic_hostile.py

fuzz-native: $(READY) ## Mutated frames through machine code of p4src and p4soft/tests/language, or of PROGRAMS=; CHECKED=1 compiles bounds checks in (FRAMES=, SEED=)
	@$(PY) -m p4soft.fidelity fuzz $(or $(PROGRAMS),p4src/main.p4 p4soft/tests/language) --workload tools.bench.workload:of_program --frames "$$FRAMES" --seed "$$SEED" $${CHECKED:+--checked}

clean: ## Remove the environment and everything generated
	@rm -rf $(VENV) out p4soft/out .mypy_cache .ruff_cache .hypothesis
