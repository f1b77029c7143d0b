# SPDX-License-Identifier: Apache-2.0
"""What Read and Write work on: one handler for each kind of entity, and batches over all of them."""
