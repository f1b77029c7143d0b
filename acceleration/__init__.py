# SPDX-License-Identifier: Apache-2.0
"""The same Python, compiled by mypyc when somebody asks for it: `make accelerate`, then `MRC_ACCELERATED=1`.

The sources stay the truth. A build has an extension module for each source file of `PACKAGES` that gains by it, in
`build/accelerated/`, and `use_compiled` lets Python find those first. A build of other sources, or of another Python,
is never taken: that is said on stderr, and the sources run. Both give the same bytes.
"""

from acceleration.build_files import PACKAGES, AccelerationError
from acceleration.choice import VARIABLE, is_accelerated, use_compiled

__all__ = ["PACKAGES", "VARIABLE", "AccelerationError", "is_accelerated", "use_compiled"]
