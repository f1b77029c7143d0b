// SPDX-License-Identifier: Apache-2.0
// BMv2's hash algorithms and the Internet checksum, as folds over bytes: a state, how many bytes came before, more bytes.
#include "words.h"

// --- CRCs with a table of 256 numbers for each value of a byte ------------------------------------------------------

word crc_reflected(word state, word before, const byte *data, word length, const number *table)
{
    (void)before;
    for (word i = 0; i < length; i++)
        state = table[(state ^ data[i]) & 0xFF] ^ state >> 8;
    return state;
}

word crc_forward(word state, word before, const byte *data, word length, const number *table, word width)
{
    (void)before;
    for (word i = 0; i < length; i++)
        state = table[(state >> (width - 8) ^ data[i]) & 0xFF] ^ (state << 8 & (((word)1 << width) - 1));
    return state;
}

// --- CRCs whose parameters the control plane may change ---------------------------------------------------------------

typedef struct {
    word shift; // to the highest byte
    word mask;  // of the width
    word initial, final;
    word reflect_in;
    word reflect_out; // what 64 bits turned round are shifted by to the right; 64: the register ends as it is
    word table[256];
} crc;

AT(crc, reflect_out, 40);
AT(crc, table, 48);

static word reversed(word value)
{
    word turned = 0;
    for (int i = 0; i < 64; i++)
        turned |= (value >> i & 1) << (63 - i);
    return turned;
}

static byte reversed_byte(byte value) { return (byte)(reversed(value) >> 56); }

word crc_custom(word state, word before, const byte *data, word length, const crc *with)
{
    state = before ? state : with->initial;
    for (word i = 0; i < length; i++) {
        byte next = with->reflect_in ? reversed_byte(data[i]) : data[i];
        state = with->table[(state >> with->shift ^ next) & 0xFF] ^ (state << 8 & with->mask);
    }
    return state;
}

word crc_custom_end(word state, word length, const crc *with)
{
    state = length ? state : with->initial;
    return (with->reflect_out == 64 ? state : reversed(state) >> with->reflect_out) ^ with->final;
}

// --- Sums and others ------------------------------------------------------------------------------------------------

// Big-endian words of 16 bits; an odd last byte is a high half.
word sum16(word state, word before, const byte *data, word length)
{
    for (word i = 0; i < length; i++)
        state += (before + i) & 1 ? data[i] : (word)data[i] << 8;
    return state;
}

// The complement of a sum of 16-bit words, folded (RFC 1071).
LOOKUP word folded_sum(word state)
{
    for (int i = 0; i < 4; i++)
        state = (state & 0xFFFF) + (state >> 16);
    return state ^ 0xFFFF;
}

// Big-endian words of `size` bytes, a power of 2.
word xor_words(word state, word before, const byte *data, word length, word size)
{
    for (word i = 0; i < length; i++)
        state ^= (word)data[i] << (8 * (size - 1 - ((before + i) & (size - 1))));
    return state;
}

word first_bytes(word state, word before, const byte *data, word length)
{
    for (word i = 0; i < length && before + i < 8; i++)
        state = state << 8 | data[i];
    return state;
}

// --- The input ------------------------------------------------------------------------------------------------------

typedef struct __attribute__((packed)) {
    wide value;
} unaligned;

// Puts the low `count` bits (64 at most) at bit `at` of a cleared buffer, which has 16 bytes from there on.
LOOKUP void append_bits(byte *buffer, word at, word value, word count)
{
    unaligned *place = (unaligned *)(buffer + at / 8);
    wide bits = (wide)value << (128 - count - at % 8);
    place->value |= (wide)__builtin_bswap64((word)bits) << 64 | __builtin_bswap64((word)(bits >> 64));
}
