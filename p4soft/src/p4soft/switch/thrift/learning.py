# SPDX-License-Identifier: Apache-2.0
"""The calls about digests: when their buffers are published, and what was dealt with."""

from __future__ import annotations

import logging

from p4soft.switch.notifications.publisher import Publisher
from p4soft.switch.notifications.samples import SampleBuffers
from p4soft.switch.thrift.context import Context, locked
from p4soft.switch.thrift.interface import standard

_LOG = logging.getLogger(__name__)
_Error, _Code = standard.InvalidLearnOperation, standard.LearnOperationErrorCode


class Learning:
    """Digests on the notification socket. Without one they travel over P4Runtime only, and here is nothing to set."""

    def __init__(self, context: Context, publisher: Publisher | None) -> None:
        self.context = context
        self._publisher = publisher

    @locked
    def bm_learning_ack(self, _cxt_id: int, list_id: int, buffer_id: int, sample_ids: list[int]) -> None:
        buffers = self._buffers(list_id)
        if buffers is not None:
            buffers.acknowledge_samples(buffer_id, sample_ids)

    @locked
    def bm_learning_ack_buffer(self, _cxt_id: int, list_id: int, buffer_id: int) -> None:
        buffers = self._buffers(list_id)
        if buffers is not None:
            buffers.acknowledge(buffer_id)

    @locked
    def bm_learning_set_timeout(self, _cxt_id: int, list_id: int, timeout_ms: int) -> None:
        """In milliseconds after the first sample; 0: a buffer is sent only when it is full."""
        self._existing(list_id)
        if timeout_ms < 0:
            _refuse(f"digest {list_id}: time-out {timeout_ms} ms; accepted: 0 or more")
        self._existing(list_id).timeout_ms = timeout_ms

    @locked
    def bm_learning_set_buffer_size(self, _cxt_id: int, list_id: int, nb_samples: int) -> None:
        """A buffer that has as many already is sent at once."""
        buffers = self._existing(list_id)
        if nb_samples < 1:
            _refuse(f"digest {list_id}: {nb_samples} samples in a buffer; accepted: 1 or more")
        buffers.max_samples = nb_samples
        if buffers.is_full() and self._publisher is not None:
            self._publisher.flush(list_id)

    def _buffers(self, list_id: int) -> SampleBuffers | None:
        if list_id not in self.context.program.learn_lists:
            raise _Error(_Code.INVALID_LIST_ID)
        return None if self._publisher is None else self._publisher.lists()[list_id]

    def _existing(self, list_id: int) -> SampleBuffers:
        buffers = self._buffers(list_id)
        if buffers is None:
            _LOG.warning(
                "thrift: digest %d: accepted: --notifications-addr, or a DigestEntry over P4Runtime, which carries "
                "digests here",
                list_id,
            )
            raise _Error(_Code.ERROR)
        return buffers


def _refuse(reason: str) -> None:
    _LOG.warning("thrift: %s", reason)
    raise _Error(_Code.ERROR)
