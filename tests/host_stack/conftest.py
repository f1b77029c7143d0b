# SPDX-License-Identifier: Apache-2.0
"""That this file is here lets the tests in the folders below import ``host_stack_kit``."""
