# SPDX-License-Identifier: Apache-2.0
"""Header layouts as the requirements state them: the one table that cases build from and reports decode by.

`decoding` reads any frame by them, field by field; the lab page and the timeline show packets so too.
"""
