# SPDX-License-Identifier: Apache-2.0
"""`python -m labs`: the live lab. `python -m labs up`, and then `--help` of everything else."""

import signal


def main() -> None:
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Loading takes a while, and there is nothing yet that would have to be ended well.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from labs import command  # noqa: PLC0415

    command.main()


if __name__ == "__main__":
    main()
