# SPDX-License-Identifier: Apache-2.0
"""Limits or confines this process and all it starts, and becomes a command. It is run as a file, in isolated mode.

    limit CPU_SECONDS MEMORY FILE_SIZE PARENT COMMAND...     (sizes in bytes)
    confine FOLDER COUNT PATH... COMMAND...

A limited process ends with its parent, whose number is PARENT. A confined one writes nothing but in FOLDER and to
/dev/null, reads files of FOLDER and of COUNT other paths only (and may see what others are called), and cannot signal,
read or write the processes outside: neither the grader's memory nor its pipes. This is Linux's Landlock, which needs no
root; a kernel without it confines nothing. The script imports nothing of this project.

Source: linux/landlock.h, and the kernel's Documentation/userspace-api/landlock.rst (ABI 1 to 6).
"""

import ctypes
import os
import resource
import signal
import struct
import sys

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG, _PATH_BENEATH = 1, 1
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_CAPBSET_DROP = 1, 38, 24
_LOOKING_CAPABILITIES = 19, 21, 38
"""CAP_SYS_PTRACE, CAP_SYS_ADMIN, CAP_PERFMON: root reads the environment of others with them, Landlock or not."""
_WRITE_FILE, _READ_FILE = 1 << 1, 1 << 2
_WRITES = _WRITE_FILE | 0x1FF << 4
"""Also to remove and to make whatever a folder holds (bits 4 to 12); listing folders and executing stay free."""
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_SCOPE_ALL = 0b11
"""Abstract Unix sockets and signals."""


def _abi(kernel: ctypes.CDLL) -> int:
    """The version of Landlock; less than 1: there is none."""
    return int(kernel.syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG))


def available() -> bool:
    return _abi(ctypes.CDLL(None)) >= 1


def _confine(folder: str, readable: list[str]) -> None:
    """Confine this process. Raises OSError if the kernel that could does not."""
    kernel = ctypes.CDLL(None, use_errno=True)
    abi = _abi(kernel)
    if abi < 1:
        return
    writes = _WRITES | (_REFER if abi >= 2 else 0) | (_TRUNCATE if abi >= 3 else 0)
    file_writes = _WRITE_FILE | writes & _TRUNCATE
    attributes = struct.pack("=QQQ", writes | _READ_FILE, 0, _SCOPE_ALL if abi >= 6 else 0)
    size = 24 if abi >= 6 else 8
    ruleset = _checked(kernel.syscall(_CREATE_RULESET, attributes, size, 0))
    rules = [(folder, writes | _READ_FILE), (os.devnull, file_writes | _READ_FILE)]
    for path, allowed in [*rules, *((path, _READ_FILE) for path in readable)]:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", allowed, descriptor)
        _checked(kernel.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0))
        os.close(descriptor)
    for capability in _LOOKING_CAPABILITIES:
        kernel.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # a user without root has none to lose
    _checked(kernel.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _checked(kernel.syscall(_RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def end_with(parent: int) -> None:
    """Let the kernel kill this process when its parent ends; exit now if it has ended already."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


def limits(words: list[str]) -> list[str]:
    """Limit this process; the command that it is to become."""
    seconds, memory, file_size, parent, *command = words
    end_with(int(parent))
    _limit(resource.RLIMIT_CPU, int(seconds), int(seconds) + 5)  # SIGXCPU, and what ignores that is killed
    _limit(resource.RLIMIT_AS, int(memory), int(memory))
    _limit(resource.RLIMIT_FSIZE, int(file_size), int(file_size))
    _limit(resource.RLIMIT_CORE, 0, 0)
    return command


def _limit(what: int, soft: int, hard: int) -> None:
    _, most = resource.getrlimit(what)
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(what, (soft, hard))


def confines(words: list[str]) -> list[str]:
    """Confine this process; the command that it is to become."""
    folder, count, *rest = words
    readable, command = rest[: int(count)], rest[int(count) :]
    _confine(folder, readable)
    return command


def main() -> None:
    what, *words = sys.argv[1:]
    command = limits(words) if what == "limit" else confines(words)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
