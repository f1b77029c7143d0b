# SPDX-License-Identifier: Apache-2.0
"""What this project asks of the Python that runs it, for the sake of speed."""
