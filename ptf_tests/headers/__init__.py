# SPDX-License-Identifier: Apache-2.0
"""Header layouts as the requirements state them: the one table that cases build from and reports decode by."""
