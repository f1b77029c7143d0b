# SPDX-License-Identifier: Apache-2.0
"""That this file is here lets the tests in the folders below import ``roce_kit``."""
