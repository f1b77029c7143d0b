/* SPDX-License-Identifier: Apache-2.0 */
/* The P4_16 core library: the declarations of "P4_16 Language Specification", appendix D, which every program includes. */

#ifndef _CORE_P4_
#define _CORE_P4_

/* Errors the language itself can raise. */
error {
    NoError,                /* nothing went wrong */
    PacketTooShort,         /* extract or advance beyond the end of the packet */
    NoMatch,                /* no case of a select expression matched */
    StackOutOfBounds,       /* an element of a header stack that does not exist */
    HeaderTooShort,         /* a varbit field was given more bits than it can hold */
    ParserTimeout,          /* the parser ran longer than the target allows */
    ParserInvalidArgument   /* an extern called by the parser got an argument it does not support */
}

/* How a table compares a key with its entries. Architectures add their own kinds. */
match_kind {
    exact,
    ternary,
    lpm
}

/* A packet being parsed: a cursor over its bits. */
extern packet_in {
    /* Read a header without varbit fields, move past it and make it valid. May end the parser with PacketTooShort or
     * StackOutOfBounds. */
    void extract<T>(out T hdr);

    /* Read a header whose one varbit field takes variableFieldSizeInBits bits (a multiple of 8). May also end the
     * parser with HeaderTooShort. */
    void extract<T>(out T variableSizeHeader,
                    in bit<32> variableFieldSizeInBits);

    /* Read a value of type T without moving. */
    T lookahead<T>();

    /* Move past some bits without reading them. */
    void advance(in bit<32> sizeInBits);

    /* Length of the packet in bytes, where the target knows it. */
    bit<32> length();
}

/* A packet being built. */
extern packet_out {
    /* Append a header if it is valid; for a struct, stack or header union, append each part in order. */
    void emit<T>(in T hdr);
}

/* In a parser: unless `check` holds, stop with the error `toSignal`. */
extern void verify(in bool check, in error toSignal);

/* The action that does nothing. */
@noWarn("unused")
action NoAction() {}

/* Checked by the compiler: refuses the program unless `check` holds. */
extern bool static_assert(bool check, string message);
extern bool static_assert(bool check);

#endif
