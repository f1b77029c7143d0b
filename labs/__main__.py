# SPDX-License-Identifier: Apache-2.0
"""`python -m labs`: the live lab. `python -m labs up`, and then `--help` of everything else."""

from labs.command import main

if __name__ == "__main__":
    main()
