# SPDX-License-Identifier: Apache-2.0
"""A configuration as SONiC has it: config_db.json."""
