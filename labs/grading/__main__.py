# SPDX-License-Identifier: Apache-2.0
"""`python -m labs.grading NN`; `--help` says the rest."""

from labs.grading.grader import entry

if __name__ == "__main__":
    entry()
