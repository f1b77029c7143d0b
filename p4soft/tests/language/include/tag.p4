// SPDX-License-Identifier: Apache-2.0
// Included twice by preprocessor_include.p4; the second time it must add nothing.
#ifndef LANGUAGE_TAG
#define LANGUAGE_TAG
const bit<8> TAG = 0x7a;
#endif
