# SPDX-License-Identifier: Apache-2.0
"""One program of both compilers with one workload, ready to run in any pairing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.engine_choice import EngineChoice
from p4soft.fidelity.corpus_compilers import P4C
from p4soft.fidelity.trial.cleared import Document, cleared
from p4soft.fidelity.trial.judge import Runner
from p4soft.fidelity.trial.outcome import Outcome
from p4soft.fidelity.trial.run import Clock, NotRun, run_bmv2, run_embedded
from p4soft.fidelity.workload import Workload

EMBEDDED, BMV2 = "our switch", "BMv2"


@dataclass
class Bench:
    """The JSON and P4Info of either compiler, by its name, and what they are run with."""

    documents: Mapping[str, Document]
    infos: Mapping[str, p4info_pb2.P4Info]
    workload: Workload
    workdir: Path
    engine: EngineChoice

    @cached_property
    def reference(self) -> Outcome:
        """p4c's JSON on BMv2.

        Raises:
            NotRun: BMv2 falls.
        """
        return self.run(P4C, BMV2)

    def run(self, compiler: str, switch: str) -> Outcome:
        """One pairing.

        Raises:
            NotRun: the switch refuses the program, or falls.
            ProgramError: the embedded switch refuses the JSON.
        """
        document, info = self.documents[compiler], self.infos[compiler]
        if switch == EMBEDDED:
            return run_embedded(document, info, self.workload, Clock(), self.engine)
        outcome, left = run_bmv2(document, info, self.workload, self.workdir)
        if len(left.packets) != len(self.workload.packets):
            raise NotRun(f"ends BMv2, where p4c's JSON does not: {outcome.faults[0]}")
        return outcome

    def runners(self) -> list[tuple[Document, Runner]]:
        """Each document with what runs it, or a changed one, on the embedded switch."""
        return [(document, self._runner(self.infos[compiler])) for compiler, document in self.documents.items()]

    def _runner(self, info: p4info_pb2.P4Info) -> Runner:
        return lambda document, clock: run_embedded(document, info, self.workload, clock)

    def cleared(self) -> Bench:
        """The same with headers that hold nothing of earlier packets."""
        return replace(self, documents={name: cleared(document) for name, document in self.documents.items()})
