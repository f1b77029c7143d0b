# SPDX-License-Identifier: Apache-2.0
# Everything a user runs. `make help` lists it. Python 3.11 is all that must be there; no root, no Docker.

PYTHON ?= python3.11
VENV := .venv
PY := $(VENV)/bin/python
# A group of packages is there when its stamp is; a later group adds to the same environment (tools/requirements).
RUN := $(VENV)/.run
SUITE := $(VENV)/.live
EXPERIMENTS := $(VENV)/.experiments
DEV := $(VENV)/.dev

TARGET ?= embedded
TIMELINE ?=
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
# Not from the environment, where some systems (WSL) have the name of the machine.
NAME :=
ANSWER ?=
STUDENT ?=
CLASS ?=
JSON ?=
LIVE ?=
SCALE ?=
CABLES ?= auto
STAND_IN ?=
ONLY ?=
SEEDS ?=
CLUSTER ?=
PLAYGROUND ?=
SABOTAGE ?=

# What the user gives reaches the shell through the environment, so that spaces, quotes and dollars in it stay what they are,
# and `mrc` as NAME=value; an empty value is as if it were not there, and what is on or off is off with 0.
GIVEN := FILE SCENARIO OUT TOPOLOGY DUT PROFILE SEED TRACES RUNS FRAMES EXCHANGES CHECKED ENGINE CODEC LAB ANSWER STUDENT CLASS JSON \
  SCALE CABLES STAND_IN ONLY SEEDS CLUSTER TARGET TEST TIMELINE LIVE SABOTAGE NAME
$(foreach name,$(GIVEN),$(eval override $(name) := $$(value $(name))))
override CHECKED := $(filter-out 0,$(CHECKED))
export $(GIVEN)
given = $(foreach name,$(1),$(name)="$$$(name)")
MRC = $(PY) -m mrc_fabric

.DEFAULT_GOAL := help
.PHONY: help site locks release experiments demo lab lab-check lab-material compare conformance mutants test test-long lint style unit p4 plan tools bench clean soak fuzz fuzz-native sanitize

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
	  "STAND_IN=switch" "demo: VPP in its place, with LIVE=1" \
	  "ENGINE=name" "demo, lab, conformance: auto, native or python" \
	  "TOPOLOGY=file.yaml" "lab, plan: the fabric; lab: or your own network" \
	  "NAME=second" "lab: its name, for several at a time" \
	  "DUT=name" "conformance: which device (docs/conformance.md)" \
	  "PROFILE=name" "conformance: a profile of the suite, or a file" \
	  "TEST='srv6 TRIM-007'" "conformance: modules, cases or requirements" \
	  "TRACES=1" "conformance: keep the trace of each case" \
	  "SEED=n" "conformance, lab-check, soak, fuzz, fuzz-native" \
	  "ONLY=fig9a,fig18" "experiments: these figures" \
	  "SEEDS=n" "experiments: this many of each figure (5)" \
	  "SABOTAGE=1" "experiments: without what they show; or NAME,..." \
	  "CLUSTER=tcp://h:port" "experiments: a Dask cluster" \
	  "LAB=02" "lab-check, lab-material: the lab" \
	  "ANSWER=path" "lab-check: the file or folder to grade" \
	  "CLASS=dir" "lab-check: grade all submissions in a folder" \
	  "STUDENT=name" "lab-check, lab-material: the student" \
	  "JSON=file" "lab-check: write the grade as JSON" \
	  "PLAYGROUND=1" "site: with the playground (needs npm and the network)" \
	  "RUNS=n" "soak: how many runs" \
	  "FRAMES=n" "fuzz, fuzz-native: how many frames" \
	  "EXCHANGES=n" "fuzz: how many hostile exchanges" \
	  "PROGRAMS='a.p4 dir'" "fuzz-native: these programs" \
	  "CHECKED=1" "fuzz-native: with bounds checks" \
	  "OUT=dir" "where results go (out)" \
	  "PYTHON=name" "the Python that makes .venv (python3.11)"

GROUPS := run live experiments dev

# Each group has all of those before it. What broke off begins anew: .ready is there while nothing is being installed. The
# lock is free when this shell and all that it started have ended.
$(VENV)/.%: tools/requirements/%.txt
	@command -v $(PYTHON) >/dev/null || { echo "error: $(PYTHON) not found; install Python 3.11 or say make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@test ! -L $(VENV) || { echo "error: $(VENV) is a symbolic link, and set-up would empty what it points to; remove the link" >&2; exit 1; }
	@exec 9>>$(VENV).lock; began=$$(date +%s); set -e; \
	$(PYTHON) -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null || { \
	  echo "error: $$(cat $(VENV).lock) is setting up $(VENV); say it again when that is done" >&2; exit 1; }; \
	echo "make $(MAKECMDGOALS) (process $$PPID)" >$(VENV).lock; \
	echo "setting up $(VENV) for $* (once, less than a minute)"; \
	test -e $(VENV)/.ready || { $(PYTHON) -m venv --clear $(VENV); \
	  echo "$(CURDIR)/p4soft/src" > "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/p4soft.pth"; }; \
	rm -f $(VENV)/.ready; \
	$(PY) -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes -r $<; \
	for group in $(GROUPS); do touch $(VENV)/.$$group; test $$group != $* || break; done; touch $(VENV)/.ready; \
	echo "$(VENV): $$(du -sm $(VENV) | cut -f 1) MB, $$(($$(date +%s) - began)) s"

# The demo needs no LLVM: it is over before machine code would be made. What else may be run does.
demo: $(if $(filter-out 0,$(LIVE))$(ENGINE)$(filter-out $(wildcard topologies/scenarios/demo*.yaml),$(SCENARIO)),$(SUITE),$(RUN)) ## Run the main job: an incast with a dying spine on eight P4 switches (SCENARIO=, FILE=, ENGINE=, CODEC=fast|scapy, TIMELINE=1); LIVE=1: for real too (TARGET=, SCALE=, CABLES=, STAND_IN=)
	@$(MRC) demo $(call given,SCENARIO FILE OUT ENGINE CODEC TIMELINE LIVE TARGET SCALE CABLES STAND_IN)

lab: $(SUITE) ## Bring the live lab up: a process per switch and NIC (TARGET=embedded|bmv2, TOPOLOGY=, NAME=, SCALE=, ENGINE=, CABLES=auto|veth|unix)
	@$(MRC) lab up $(call given,TARGET CABLES TOPOLOGY NAME SCALE ENGINE)

compare: $(RUN) ## Run the demo with trimming, without trimming and on one path, and show the three side by side
	@$(MRC) compare $(call given,OUT)

# A failing grade ends `make lab-check` with status 1, and is its last word: "make: *** Error 1" behind it would say nothing.
# GNU make passes status 1 on in silence for one thing only, a recipe that runs in spite of -q ("+") and says that something
# is left to do; -q leaves .live alone unless it is an included file. What cannot be graded is status 2, and told as ever.
ifeq ($(MAKECMDGOALS),lab-check)
ifeq (,$(findstring n,$(firstword -$(MAKEFLAGS))))
MAKEFLAGS += -q
GRADES := +
include $(SUITE)
endif
endif

lab-check: $(SUITE) ## Grade an answer to a lab (LAB=02 ANSWER=path TARGET=embedded|bmv2 SEED=, JSON=grade.json, STUDENT=name), or a class (CLASS=dir)
	$(GRADES)@test -n "$$LAB" || { echo "error: which lab? make lab-check LAB=02; labs/README.md lists them" >&2; exit 2; }
	$(GRADES)@$(MRC) lab-check $(call given,LAB TARGET ANSWER JSON STUDENT CLASS $(if $(SEED_GIVEN),SEED))

lab-material: $(SUITE) ## Write what a lab hands out to one student (LAB=01 STUDENT=name) into out/labs/
	@test -n "$$LAB" && test -n "$$STUDENT" || { echo "error: which lab, for whom? make lab-material LAB=01 STUDENT=name; labs/README.md lists the labs" >&2; exit 2; }
	@$(PY) -m labs.grading "$$LAB" --material "$$OUT/labs/$$LAB" --student "$$STUDENT"

test: style unit ## Everything CI runs: linter, strict type checker, unit tests, the conformance suite without root

lint: style $(DEV)
	@$(PY) -m mypy

style: $(DEV)
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check --quiet .

unit: $(DEV)
	@$(PY) -m pytest

test-long: $(DEV) ## The tests that `make test` leaves out because they take long and it has cheaper ones of the same
	@$(PY) -m pytest -m long

conformance: $(SUITE) ## Judge a device by every requirement (DUT=embedded|bmv2|linux|grout|vpp|vpp-trimming|external|nic, PROFILE=, TEST=, SEED=, TRACES=1, ENGINE=)
	@RESULTS="$$OUT/conformance"; $(MRC) conformance $(call given,DUT PROFILE SEED TRACES ENGINE RESULTS TEST)

mutants: $(SUITE) ## Run the conformance suite against broken switch programs and print what it does not notice
	@$(PY) -m ptf_tests.mutants --out "$$OUT/mutants"

p4: $(RUN) ## Compile p4src/ with the embedded compiler into out/p4/
	@mkdir -p "$$OUT/p4"
	@$(PY) -m p4soft.compiler p4src/main.p4 -o "$$OUT/p4/fabric.json" --p4runtime-files "$$OUT/p4/fabric.p4info.txtpb"
	@echo "$$OUT/p4/fabric.json $$OUT/p4/fabric.p4info.txtpb"

plan: $(RUN) ## Print the static tables of every switch (TOPOLOGY=)
	@$(MRC) plan $(call given,TOPOLOGY)

tools: $(SUITE) ## Put p4c, simple_switch_grpc, simple_switch_CLI ... into out/bin, for your PATH
	@$(PY) -m tools.commands "$$OUT/bin"

experiments: $(EXPERIMENTS) ## Run the production paper's figures and judge them (ONLY=fig9a,fig18 SCALE=small|paper SEEDS=1 TIMELINE=1 SABOTAGE=1 CLUSTER=tcp://host:port); out/experiments/index.html
	@OUT="$$OUT/experiments"; $(MRC) experiments $(call given,OUT ONLY SCALE SEEDS CLUSTER TIMELINE SABOTAGE)

bench: $(DEV) ## Measure how fast everything is, beside BMv2, p4c and htsim where those are on the PATH (out/bench)
	@OUT="$$OUT/bench"; $(MRC) bench $(call given,OUT)

soak: $(DEV) ## Random runs of the NIC over a bad network: every byte once, immediates in order, or an error (RUNS=10000 SEED=0)
	@MRC_SOAK="$$RUNS" MRC_SOAK_SEED="$$SEED" $(PY) -m pytest -n 0 --timeout 0 tests/host_stack/test_nic_soak.py

fuzz: $(DEV) ## Mutated frames and hostile exchanges against the NIC (FRAMES=1000000 EXCHANGES=100000)
	@MRC_FUZZ="$$FRAMES" MRC_HOSTILE="$$EXCHANGES" MRC_HOSTILE_SEED="$$SEED" $(PY) -m pytest -n 0 --timeout 0 tests/host_stack/test_nic_fuzz.py

fuzz-native: $(SUITE) ## Mutated frames through machine code of p4src and p4soft/tests/language, or of PROGRAMS=; CHECKED=1 compiles bounds checks in (FRAMES=, SEED=)
	@$(PY) -m p4soft.fidelity fuzz $(or $(PROGRAMS),p4src/main.p4 p4soft/tests/language) --workload tools.bench.p4src:of_program --frames "$$FRAMES" --seed "$$SEED" $${CHECKED:+--checked}

sanitize: $(DEV) ## The C of tables, ports, emulator and NIC, built by gcc with its sanitizers, in the tests that use it
	@MRC_SANITIZE=1 $(PY) -m pytest -n 0 --timeout 0 -m '' tests/tools/test_sanitized.py

release: $(DEV) ## Build sdists and wheels of p4soft and of the whole into out/release, and try them in clean environments
	@$(PY) -m tools.release "$$OUT/release"

site: $(DEV) ## Build the docs site with the API and the pages of a demo and a conformance run (out/site)
	@$(PY) -m tools.site --out "$$OUT/site" $(if $(filter-out 0,$(PLAYGROUND)),--playground)

locks: ## Write tools/requirements anew from the groups of pyproject.toml (needs uv); what is locked stays unless it must move
	@command -v uv >/dev/null || { echo "error: uv not found; pip install uv" >&2; exit 1; }
	@for group in dev experiments live run; do uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --no-header $(if $(UPGRADE),--upgrade) $$(test $$group = dev || echo -c tools/requirements/dev.txt) --group pyproject.toml:$$group \
	  -o tools/requirements/$$group.txt || exit 1; \
	  sed -i '1i # SPDX-License-Identifier: Apache-2.0\n# Written by `make locks`.\n' tools/requirements/$$group.txt; done

clean: ## Remove the environment and everything generated
	@rm -rf $(VENV) $(VENV).lock out p4soft/out .mypy_cache .ruff_cache .hypothesis
