# SPDX-License-Identifier: Apache-2.0
"""SetForwardingPipelineConfig and GetForwardingPipelineConfig: which pipeline runs, and which one requests refer to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch import SimpleSwitch, SwitchState
from p4soft.switch.p4runtime.config.programs import Realized, realize
from p4soft.switch.p4runtime.config.reconcile import copy_state
from p4soft.switch.p4runtime.entities.batch import Entities, Send
from p4soft.switch.p4runtime.entities.handler import Context
from p4soft.switch.p4runtime.status import FAILED_PRECONDITION, NOT_FOUND, P4RuntimeError, invalid

_Set = p4runtime_pb2.SetForwardingPipelineConfigRequest
_Get = p4runtime_pb2.GetForwardingPipelineConfigRequest

_NO_CONFIG = "no forwarding pipeline config has been set; send SetForwardingPipelineConfig first"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A verified config, and the cookie it came with."""

    realized: Realized
    cookie: int | None


class Pipeline:
    """The forwarding pipeline of one switch. Every call under the switch's lock."""

    def __init__(self, switch: SimpleSwitch, now_us: Callable[[], int], send: Send) -> None:
        """`send` takes digest lists and idle notifications to the primary clients."""
        self._switch = switch
        self._now_us = now_us
        self._send = send
        self._config: _Candidate | None = None
        self._saved: _Candidate | None = None
        self._verified: _Candidate | None = None  # the last one: a tester sets the same program again and again
        self._running: Entities | None = None
        self._current: Entities | None = None

    @property
    def running(self) -> Entities | None:
        """What the data path uses; its digests and idle time-outs are live. None once somebody else swapped it."""
        if self._running is not None and self._running.context.state is not self._switch.state:
            if self._current is self._running:
                self._current = self._config = None
            self._running = None
        return self._running

    def entities(self) -> Entities:
        """What Read and Write refer to: a saved pipeline if there is one, otherwise the running one.

        Raises:
            P4RuntimeError: FAILED_PRECONDITION before any pipeline was set.
        """
        if self.running is None and self._current is None:
            raise P4RuntimeError(FAILED_PRECONDITION, _NO_CONFIG)
        assert self._current is not None
        return self._current

    def set(self, request: p4runtime_pb2.SetForwardingPipelineConfigRequest) -> None:
        """Perform the request's action.

        Raises:
            P4RuntimeError: INVALID_ARGUMENT for a missing, malformed or inconsistent config, NOT_FOUND for a COMMIT
                without a saved config; the running pipeline is then untouched.
        """
        action = request.action
        if action == _Set.COMMIT:
            self._commit(request)
            return
        if action not in (_Set.VERIFY, _Set.VERIFY_AND_SAVE, _Set.VERIFY_AND_COMMIT, _Set.RECONCILE_AND_COMMIT):
            raise invalid(
                f"action {action}; accepted: VERIFY (1), VERIFY_AND_SAVE (2), VERIFY_AND_COMMIT (3), COMMIT (4), "
                "RECONCILE_AND_COMMIT (5)"
            )
        candidate = self._verified = _verify(request, self._verified)
        if action == _Set.VERIFY_AND_SAVE:
            self._saved = candidate
            self._config = candidate
            self._current = self._entities(candidate, SwitchState(candidate.realized.program, self._switch.ports))
        elif action == _Set.VERIFY_AND_COMMIT:
            self._load(candidate, None)
        elif action == _Set.RECONCILE_AND_COMMIT:
            previous = self.running
            if previous is not None:
                # A rehearsal on a state of its own, so that a failure leaves the running pipeline alone.
                copy_state(previous, self._entities(candidate, SwitchState(candidate.realized.program)), self._now_us())
            self._load(candidate, previous)

    def get(self, response_type: int) -> p4runtime_pb2.GetForwardingPipelineConfigResponse:
        """The parts of the config that the response type asks for.

        Raises:
            P4RuntimeError: INVALID_ARGUMENT for an unknown response type; FAILED_PRECONDITION before any pipeline was
                set, where the specification has an empty response: clients made for BMv2 look for what BMv2 says.
        """
        response = p4runtime_pb2.GetForwardingPipelineConfigResponse()
        if response_type not in (_Get.ALL, _Get.COOKIE_ONLY, _Get.P4INFO_AND_COOKIE, _Get.DEVICE_CONFIG_AND_COOKIE):
            raise invalid(f"response type {response_type}; accepted: 0..3")
        config = self._config if self.running is not None or self._current is not None else None
        if config is None:
            raise P4RuntimeError(FAILED_PRECONDITION, _NO_CONFIG)
        response.config.SetInParent()
        if config.cookie is not None:
            response.config.cookie.cookie = config.cookie
        if response_type in (_Get.ALL, _Get.P4INFO_AND_COOKIE):
            response.config.p4info.CopyFrom(config.realized.info.message)
        if response_type in (_Get.ALL, _Get.DEVICE_CONFIG_AND_COOKIE):
            response.config.p4_device_config = config.realized.device_config
        return response

    def _commit(self, request: p4runtime_pb2.SetForwardingPipelineConfigRequest) -> None:
        if request.HasField("config"):
            raise invalid("COMMIT takes no config: it realizes the one saved before; accepted: config unset")
        if self._saved is None:
            raise P4RuntimeError(NOT_FOUND, "no saved config to commit; send VERIFY_AND_SAVE first")
        self._load(self._saved, self._current)

    def _load(self, candidate: _Candidate, previous: Entities | None) -> None:
        self._switch.load(candidate.realized.program)
        state = self._switch.state
        assert state is not None
        running = self._running = self._current = self._entities(candidate, state)
        self._config, self._saved = candidate, None
        self._switch.digest_listener = running.digests.learn
        if previous is not None:
            copy_state(previous, running, self._now_us())

    def _entities(self, candidate: _Candidate, state: SwitchState) -> Entities:
        return Entities(Context(candidate.realized.info, state, self._now_us), self._send)


def _verify(request: p4runtime_pb2.SetForwardingPipelineConfigRequest, last: _Candidate | None) -> _Candidate:
    """Check a config; one that differs from the `last` verified in its cookie only is not read again."""
    if not request.HasField("config"):
        raise invalid("the config is missing; accepted: a P4Info and, as p4_device_config, BMv2 JSON")
    config = request.config
    if not config.HasField("p4info"):
        raise invalid("config.p4info is missing")
    if not config.p4_device_config:
        raise invalid("config.p4_device_config is missing; accepted: the BMv2 JSON that the P4 compiler wrote")
    cookie = config.cookie.cookie if config.HasField("cookie") else None
    if last is not None and last.realized.is_of(config.p4info, config.p4_device_config):
        return _Candidate(last.realized, cookie)
    return _Candidate(realize(config.p4info, config.p4_device_config), cookie)
