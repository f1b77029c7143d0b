# SPDX-License-Identifier: Apache-2.0
"""The docs as a site: all pages of the repository, the API, and the pages that a run writes."""
