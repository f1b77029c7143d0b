# SPDX-License-Identifier: Apache-2.0
"""Priority flow control: switches that pause who sends them too much, links that obey, so that queues lose nothing."""
