# SPDX-License-Identifier: Apache-2.0
"""What a run leaves behind: `result.json`, from which everything that people see is made."""
