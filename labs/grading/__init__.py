# SPDX-License-Identifier: Apache-2.0
"""Grades the labs: `python -m labs.grading NN`, or `make lab-check LAB=NN`.

How it runs: the command starts a child process with limits of time, memory and output (`grader`). It grades one answer
item by item and reports each result as it has it. So an answer that loops, eats memory or kills its process is an item
that fails, and nothing stays behind. What is random comes from the seed alone.

How one writes a lab, `NN-name`:

1. `labs/NN-name/` with `README.md`, `hints.md` and `starter/`; `labs/solutions/NN-name/` with the solution.
2. A module in `labs/grading/lessons/` with a `LESSON`: its items, and a function that takes the `Work` and puts
   `with work.item("name"):` around what each item looks at. An item fails by `WrongError(what was seen)`. `work.must`
   is an item without which the others cannot be tried, such as that the program compiles.
3. A row of `LABS` in `labs/grading/lessons/__init__.py`.
4. `tests/labs/grading/answers/NN.yaml`: the wrong answers, as changes to the solution, and the items for which each
   must fail; `tests/labs/grading/answers/NN/right-*.yaml`: right ones that are written differently, by a strong student
   and by a clumsy one, and must pass; `tests/labs/grading/test_lab_answers.py` does the rest.

A lab without a P4 program says with `Lesson.only` where it runs whatever the target is. One that hands out
material makes it from `lesson.identity`, and asks `lesson.marked_as` whose answer it has.

What labs share:

* `with bench.running(work, ports, install) as switch:` compiles the answer, runs it on `work.target` and fills
  its tables, with the items for both (`COMPILES`, `tables_item`); it reads no file but what lies beside it;
* `switch.add(table, key, action, params)` writes an entry; `switch.check(probes)` sends frames and fails
  the item with the first one that did not do what its `Probe` says, and why it should have;
* `bench.random_v6(work.rng)` makes frames, `frame.but(hop_limit=...)` what is expected of them;
* `bench.ServedBench` is a switch that a student's own program may talk to over P4Runtime;
* `sandbox.run_python(...)` runs a student's Python in a process with limits.
"""
