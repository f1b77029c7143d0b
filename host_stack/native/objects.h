// SPDX-License-Identifier: Apache-2.0
// Python's objects as the NIC's C sees them: its C API, and the slots of the NIC's classes.
//
// A slot is a place in an object: `layout.py` finds where, in this process, and the constants below are its answers.
// `the[...]` are objects that Python has looked up once. Nothing here owns anything that Python does not know of.
#pragma once

#include "words.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF // numbers are those of Python, bit for bit; gcc does so with -std=c11
#endif

typedef struct object object;

extern object *PyObject_Vectorcall(object *called, object *const *arguments, word count, object *names);
extern object *PyObject_VectorcallMethod(object *name, object *const *arguments, word count, object *names);
extern int PyObject_SetItem(object *of, object *key, object *value);
extern int PyObject_IsTrue(object *it);
extern sword PyObject_Size(object *it);
extern object *PyType_GenericAlloc(object *type, sword items);
extern object *PyLong_FromLong(sword value);
extern sword PyLong_AsLong(object *of);
extern sword PyLong_AsLongAndOverflow(object *of, int *overflow);
extern word PyLong_AsUnsignedLongLong(object *of);
extern object *PyFloat_FromDouble(double value);
extern double PyFloat_AsDouble(object *of);
extern object *PyNumber_Add(object *one, object *other);
extern object *PyBytes_FromStringAndSize(const byte *data, sword length);
extern byte *PyBytes_AsString(object *of);
extern sword PyBytes_Size(object *of);
extern int PyBytes_AsStringAndSize(object *of, byte **data, sword *length);
extern byte *PyByteArray_AsString(object *of);
extern object *PyTuple_Pack(sword count, ...);
extern object *PyTuple_GetItem(object *of, sword place);
extern sword PyTuple_Size(object *of);
extern object *PyList_New(sword count);
extern object *PyList_GetItem(object *of, sword place);
extern int PyList_SetItem(object *of, sword place, object *it);
extern int PyList_Append(object *of, object *it);
extern int PyList_SetSlice(object *of, sword from, sword to, object *items);
extern sword PyList_Size(object *of);
extern object *PyDict_New(void);
extern sword PyDict_Size(object *of);
extern object *PyDict_GetItemWithError(object *of, object *key);
extern int PyDict_SetItem(object *of, object *key, object *value);
extern int PyDict_DelItem(object *of, object *key);
extern void PyDict_Clear(object *of);
extern int PyDict_Next(object *of, sword *place, object **key, object **value);
extern object *PyObject_GetAttr(object *of, object *name);
extern object *PySet_New(object *items);
extern int PySet_Add(object *to, object *key);
extern int PySet_Contains(object *of, object *key);
extern sword PySet_Size(object *of);
extern object *PySequence_GetItem(object *of, sword place);
extern int PySequence_SetItem(object *of, sword place, object *it);
extern int PySequence_Contains(object *of, object *it);
extern int PySequence_DelItem(object *of, sword place);
extern void *PyMem_Realloc(void *old, word size);
extern void PyMem_Free(void *it);
extern object *PyErr_NoMemory(void);
extern object *PyErr_Occurred(void);
extern void PyErr_Clear(void);
extern int PyErr_ExceptionMatches(object *kind);
extern object *PyErr_Format(object *kind, const char *format, ...);
extern word PyThread_get_thread_ident(void);
extern int _setjmp(word *place) __attribute__((returns_twice));
extern void longjmp(word *place, int value) __attribute__((noreturn));
extern void _Py_Dealloc(object *it);

// A view of a buffer (`Py_buffer`).
typedef struct view {
    byte *data;
    object *owner;
    sword length;
    sword more[7];
} view;

extern int PyObject_GetBuffer(object *of, view *to, int flags);
extern void PyBuffer_Release(view *it);
enum { READ_ONLY = 0, WRITABLE = 1 };

// --- Objects that Python has looked up --------------------------------------------------------------------------------

extern object **the;
extern number (*checksum)(number running, const byte *data, number length); // CRC-32

extern const word the_None, the_True, the_False, the_int, the_bytes, the_bytearray, the_dict, the_list, the_tuple,
    the_deque, the_Random, the_TypeError, the_Exception, the_unmarked, the_skip_once, the_skip, the_assumed_bad,
    the_denied, the_rtr, the_rts, the_in_flight, the_new, the_requestor_of, the_missing, the_packet_types,
    the_service_probe, the_sport_high, the_trimmed, the_trimmed_lasthop;
extern const word the_FrameParser, the_Responder, the_Requestor, the_IncastPenalty, the_NoPenalty, the_SackJob,
    the_AckJob, the_SentPacket, the_Nscc, the_FixedWindow, the_FrameBuilder, the_Completion, the_OpenProbe,
    the__PathProbe, the__Beginning, the_Outer, the_PathTemplate, the_PlaneUplink, the_RtrAttributes, the_RtsAttributes;
// Messages.
extern const word the_acknowledged, the_success, the_write, the_recv_imm;
// Penalties.
extern const word the_measure, the_ask;
// Endpoint operations.
extern const word the_endpoint_of, the_bits_3_2, the_purpose_revive, the_purpose_reverse, the_purpose_controller,
    the_probe_sent, the_probe_answered, the_probe_responses, the_probe_queue_full, the_probe_answer_stale;
// Names of methods.
extern const word the_append, the_popleft, the_rotate, the_getrandbits, the_discard, the_classify, the_bit_count,
    the_accept, the_report, the__complete, the__settle, the_plane, the_heard, the_penalty, the_arm, the__begin,
    the__replace, the_on_mark, the_on_trip, the_note, the_infer, the_look, the__land, the_listen,
    the__after_requestor, the__otherwise, the_visited, the_skip_timer, the_has_work, the_next_new, the__compact,
    the__end_overrun, the_run, the_revive, the_on_timer, the_probe_reverse, the_candidate, the__turn_of_control,
    the_make_room, the_outer_addresses, the_popitem, the__request, the_on_answer, the_push, the_put;
// Functions.
extern const word the_receive, the_transmit, the_next_wakeup, the_heappush, the_heappop, the_deque_append,
    the_deque_popleft, the_count_data, the_new_of, the_retransmission_of, the_tell_controller;

#define NONE (the[the_None])
#define BOOL(condition) ((condition) ? the[the_True] : the[the_False])

// --- What is not what it should be -----------------------------------------------------------------------------------

// Where a call goes on when a part of the NIC turns out to be of another kind; calls nest, by way of Python, which may
// also let another thread call in between.
typedef struct landing {
    word place[64]; // `jmp_buf`: 25 words on x86-64, 39 on AArch64
    struct landing *outer;
    word thread;
} landing;

extern landing *innermost;

// A part of a NIC that was replaced by one of another kind, which has no such slot, is an exception in Python.
__attribute__((noreturn, cold, noinline)) void strange(const object *it, word slot);

void leave_landing(landing *here);

#define LANDS(here) \
    ((here).thread = PyThread_get_thread_ident(), (here).outer = innermost, innermost = &(here), _setjmp((here).place))
#define LEAVES(here) leave_landing(&(here))

// --- References -------------------------------------------------------------------------------------------------------

// An object's first word counts its references. In its lower half, an object that lives for ever has the highest bit.
static ALWAYS_INLINE void Py_IncRef(object *it)
{
    number *references = (number *)it;
    if (it && (int)*references >= 0)
        ++*references;
}

static ALWAYS_INLINE void Py_DecRef(object *it)
{
    number *references = (number *)it;
    if (it && (int)*references >= 0 && !--*references)
        _Py_Dealloc(it);
}

// Whether there is one reference to an object: whoever has it may change what is in it, and nobody sees it.
static ALWAYS_INLINE bool is_held_once(const object *it) { return *(const word *)it == 1; }

// --- Slots ------------------------------------------------------------------------------------------------------------

static ALWAYS_INLINE object *type_of(const object *it) { return ((object *const *)it)[1]; }

// The place of a slot. Its constant has it in the lowest 16 bits, and above them which of `the` its object's class is.
// Places are multiples of 8: the lowest three bits say whether a number lies there (`unboxed.Form`), or a pointer to one.
static ALWAYS_INLINE void *place_of(const object *of, word slot)
{
    if (__builtin_expect(!of || type_of(of) != the[slot >> 16], 0))
        strange(of, slot);
    return (byte *)of + (slot & 0xFFF8);
}

static ALWAYS_INLINE bool is_unboxed(word slot) { return slot & 7; }

// The place of a slot with a pointer.
static ALWAYS_INLINE object **pointer_in(const object *of, word slot)
{
    if (__builtin_expect(is_unboxed(slot), 0))
        strange(of, slot);
    return place_of(of, slot);
}

// What is there; an attribute that has been deleted is of no kind.
static ALWAYS_INLINE object *get(const object *of, word slot)
{
    object *it = *pointer_in(of, slot);
    if (__builtin_expect(!it, 0))
        strange(it, slot);
    return it;
}

static ALWAYS_INLINE object *kept(object *it)
{
    Py_IncRef(it);
    return it;
}

// A part of an object, a new reference: Python may take it from there in the middle of a call, by a handler, a finalizer
// or the garbage collector, which runs where an object with parts is made.
static ALWAYS_INLINE object *hold(const object *of, word slot) { return kept(get(of, slot)); }

// Puts a new reference into a slot; NULL, which stands for an exception, goes nowhere.
static ALWAYS_INLINE void put(object *of, word slot, object *value)
{
    object **place = pointer_in(of, slot), *old = *place;
    if (!value)
        return;
    *place = value;
    if (old)
        Py_DecRef(old);
}

enum { DIGIT_BITS = 30, SHARED = 256 }; // Python has whole numbers up to SHARED once

extern const word long_digit; // what a whole number of one digit, of 30 bits, has in its third word

// Whether it is 0, which has no digit.
static ALWAYS_INLINE bool is_zero(const object *it) { return type_of(it) == the[the_int] && ((const word *)it)[2] < long_digit; }

static inline __attribute__((noinline)) sword zero_or_long(object *it) { return is_zero(it) ? 0 : PyLong_AsLong(it); }

// The value of a whole number; -1, and an exception, of what is none.
static ALWAYS_INLINE sword value_of(object *it)
{
    if (__builtin_expect(!it, 0))
        strange(it, the_int << 16);
    if (type_of(it) == the[the_int]) {
        word size = ((const word *)it)[2];
        const number *digits = (const number *)it + 6;
        if (size == long_digit)
            return digits[0];
        if (size == 2 * long_digit)
            return digits[0] | (sword)digits[1] << DIGIT_BITS;
    }
    return zero_or_long(it);
}

// The value of a whole number below 2^64, of three digits mostly; all bits, and an exception, of what is none.
static inline word address_of(object *it)
{
    const number *digits = (const number *)it + 6;
    if (type_of(it) != the[the_int] || ((const word *)it)[2] != 3 * long_digit || digits[2] >> (64 - 2 * DIGIT_BITS))
        return PyLong_AsUnsignedLongLong(it);
    return digits[0] | (word)digits[1] << DIGIT_BITS | (word)digits[2] << 2 * DIGIT_BITS;
}

static ALWAYS_INLINE object *integer(sword value) { return PyLong_FromLong(value); }

// Writes a number over one of as many digits, which is held once; whether it could.
static ALWAYS_INLINE bool rewrite(object *it, sword value)
{
    word size = ((const word *)it)[2];
    number *digits = (number *)it + 6;
    if (value <= SHARED || !is_held_once(it) || type_of(it) != the[the_int])
        return 0;
    if (size == long_digit && !(value >> DIGIT_BITS)) {
        digits[0] = (number)value;
        return 1;
    }
    if (size != 2 * long_digit || !(value >> DIGIT_BITS) || value >> 2 * DIGIT_BITS)
        return 0;
    digits[0] = (number)value & ((1u << DIGIT_BITS) - 1);
    digits[1] = (number)(value >> DIGIT_BITS);
    return 1;
}

static ALWAYS_INLINE sword get_int(const object *of, word slot)
{
    return is_unboxed(slot) ? *(const sword *)place_of(of, slot) : value_of(get(of, slot));
}

static ALWAYS_INLINE void put_int(object *of, word slot, sword value)
{
    if (is_unboxed(slot)) {
        *(sword *)place_of(of, slot) = value;
        return;
    }
    object *old = *pointer_in(of, slot);
    if (!old || !rewrite(old, value))
        put(of, slot, integer(value));
}

static ALWAYS_INLINE void add(object *of, word slot, sword more) { put_int(of, slot, get_int(of, slot) + more); }

// Adds to a number that may have, or get, more bits than a word has.
static inline void add_any(object *of, word slot, sword more)
{
    if (is_unboxed(slot)) {
        add(of, slot, more);
        return;
    }
    object *old = get(of, slot);
    if (type_of(old) == the[the_int] && ((const word *)old)[2] <= 2 * long_digit && !((word)more >> 2 * DIGIT_BITS)) {
        add(of, slot, more);
        return;
    }
    object *other = integer(more);
    put(of, slot, other ? PyNumber_Add(old, other) : 0);
    Py_DecRef(other);
}

static ALWAYS_INLINE void put_none(object *of, word slot) { put(of, slot, kept(NONE)); }

static ALWAYS_INLINE void put_bool(object *of, word slot, bool it)
{
    if (is_unboxed(slot))
        *(bool *)place_of(of, slot) = it;
    else
        put(of, slot, kept(BOOL(it)));
}

// Of what is neither True nor False, as Python takes it.
__attribute__((cold, noinline)) bool counts_as_true(object *it);

static ALWAYS_INLINE bool is_true(const object *of, word slot)
{
    if (is_unboxed(slot))
        return *(const bool *)place_of(of, slot);
    object *it = get(of, slot);
    return it == the[the_True] || (__builtin_expect(it != the[the_False], 0) && counts_as_true(it));
}

static ALWAYS_INLINE bool is_none(const object *of, word slot) { return get(of, slot) == NONE; }

static ALWAYS_INLINE double get_float(const object *of, word slot)
{
    return is_unboxed(slot) ? *(const double *)place_of(of, slot) : PyFloat_AsDouble(get(of, slot));
}

static ALWAYS_INLINE void put_float(object *of, word slot, double it)
{
    if (is_unboxed(slot))
        *(double *)place_of(of, slot) = it;
    else
        put(of, slot, PyFloat_FromDouble(it));
}

// The bytes of an object of that type.
static ALWAYS_INLINE byte *bytes_of(object *it)
{
    byte *data = it ? PyBytes_AsString(it) : 0;
    if (__builtin_expect(!data, 0))
        strange(it, the_bytes << 16);
    return data;
}

// --- Containers -------------------------------------------------------------------------------------------------------

enum { SIZE = 2, ITEMS = 3 }; // words: the size of any of these, where a list's items are, a tuple's first item

static ALWAYS_INLINE bool is_a(const object *it, word kind) { return it && type_of(it) == the[kind]; }
static ALWAYS_INLINE sword word_of(const object *it, word place) { return ((const sword *)it)[place]; }

static ALWAYS_INLINE sword list_size(object *it) { return is_a(it, the_list) ? word_of(it, SIZE) : PyList_Size(it); }
static ALWAYS_INLINE sword tuple_size(object *it) { return is_a(it, the_tuple) ? word_of(it, SIZE) : PyTuple_Size(it); }
static ALWAYS_INLINE sword dict_size(object *it) { return is_a(it, the_dict) ? word_of(it, SIZE) : PyDict_Size(it); }
static ALWAYS_INLINE sword bytes_size(object *it) { return is_a(it, the_bytes) ? word_of(it, SIZE) : PyBytes_Size(it); }

// Of a deque, mostly.
static ALWAYS_INLINE sword size_of(object *it)
{
    return is_a(it, the_deque) || is_a(it, the_dict) ? word_of(it, SIZE) : PyObject_Size(it);
}

// What is there, which the container owns; NULL after an exception.
static ALWAYS_INLINE object *list_item(object *it, sword place)
{
    if (is_a(it, the_list) && place >= 0 && place < word_of(it, SIZE))
        return ((object *const *)word_of(it, ITEMS))[place];
    return PyList_GetItem(it, place);
}

static ALWAYS_INLINE object *tuple_item(object *it, sword place)
{
    if (is_a(it, the_tuple) && place >= 0 && place < word_of(it, SIZE))
        return ((object *const *)it)[ITEMS + place];
    return PyTuple_GetItem(it, place);
}

// --- Dictionaries with whole numbers as keys --------------------------------------------------------------------------

extern object *sought; // a whole number with room for two digits

// Makes `sought` a number to look something up by, which a dictionary does not keep; NULL where it cannot be that.
static ALWAYS_INLINE object *seek(sword key)
{
    number *digits = (number *)sought + 6;
    if (key <= SHARED || key >> 2 * DIGIT_BITS || !is_held_once(sought))
        return 0;
    ((word *)sought)[2] = key >> DIGIT_BITS ? 2 * long_digit : long_digit;
    digits[0] = (number)key & ((1u << DIGIT_BITS) - 1);
    digits[1] = (number)(key >> DIGIT_BITS);
    return sought;
}

// What is there, which the dictionary owns; NULL if nothing is.
static inline object *find(object *dictionary, sword key)
{
    object *name = seek(key);
    if (name)
        return PyDict_GetItemWithError(dictionary, name);
    name = integer(key);
    if (!name)
        return 0;
    object *found = PyDict_GetItemWithError(dictionary, name);
    Py_DecRef(name);
    return found;
}

extern const word dict_version; // at which byte a dictionary has what changes with it and no other has; 0: nowhere

// What is there, which the dictionary owns, of one that changes much more seldom than it is asked; NULL if nothing is.
object *find_again(object *dictionary, sword key);

// One more of a key.
static inline void count(object *dictionary, object *key)
{
    object *found = PyDict_GetItemWithError(dictionary, key);
    sword total = (found ? value_of(found) : 0) + 1;
    if (found && rewrite(found, total))
        return;
    object *more = integer(total);
    if (more) {
        PyDict_SetItem(dictionary, key, more);
        Py_DecRef(more);
    }
}

// Puts a number into a list's place that has one.
static inline void put_number(object *list, sword place, sword value)
{
    object *old = list_item(list, place);
    if (old && !rewrite(old, value))
        PyList_SetItem(list, place, integer(value));
}

// One more in a list's place.
static inline void count_in(object *list, sword place) { put_number(list, place, value_of(list_item(list, place)) + 1); }

// Puts a number behind a key; whether that went well.
static inline bool note_number(object *dictionary, object *key, sword value)
{
    object *number = integer(value);
    bool fine = number && !PyDict_SetItem(dictionary, key, number);
    Py_DecRef(number);
    return fine;
}

// One less of a key that was counted.
static inline void count_back(object *dictionary, object *key)
{
    object *found = PyDict_GetItemWithError(dictionary, key), *less = found ? integer(value_of(found) - 1) : 0;
    if (less)
        PyDict_SetItem(dictionary, key, less);
    Py_DecRef(less);
}

// The value that has been there longest; NULL if there is none.
static inline object *first_value(object *dictionary)
{
    sword place = 0;
    object *key, *value;
    return dict_size(dictionary) && PyDict_Next(dictionary, &place, &key, &value) ? value : 0;
}

// --- Calls ------------------------------------------------------------------------------------------------------------

#define FREE_PLACE ((word)1 << 63)

// What a method returns, a new reference; NULL when it has raised an exception.
static inline object *method(object *of, word name)
{
    object *arguments[] = {0, of};
    return PyObject_VectorcallMethod(the[name], arguments + 1, 1 | FREE_PLACE, 0);
}

static inline object *method_1(object *of, word name, object *first)
{
    object *arguments[] = {0, of, first};
    return PyObject_VectorcallMethod(the[name], arguments + 1, 2 | FREE_PLACE, 0);
}

static inline object *method_2(object *of, word name, object *first, object *second)
{
    object *arguments[] = {0, of, first, second};
    return PyObject_VectorcallMethod(the[name], arguments + 1, 3 | FREE_PLACE, 0);
}

// Whether a call went well; what it returned is of no interest.
static inline bool done(object *result)
{
    if (result)
        Py_DecRef(result);
    return result != 0;
}

// At the end of a deque: whether that went well.
static inline bool append_to(object *queue, object *it)
{
    object *arguments[] = {0, queue, it};
    if (!is_a(queue, the_deque))
        return done(method_1(queue, the_append, it));
    return done(PyObject_Vectorcall(the[the_deque_append], arguments + 1, 2 | FREE_PLACE, 0));
}

// What was at the beginning of a deque, a new reference; NULL after an exception.
static inline object *pop_first(object *queue)
{
    object *arguments[] = {0, queue};
    if (!is_a(queue, the_deque))
        return method(queue, the_popleft);
    return PyObject_Vectorcall(the[the_deque_popleft], arguments + 1, 1 | FREE_PLACE, 0);
}

// Forgets an exception that Python will find again; whether it could. What is no `Exception` ends the call: an interrupt
// comes once.
static inline bool forget(void)
{
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(the[the_Exception]))
        return 0;
    PyErr_Clear();
    return 1;
}

// --- How a call of the common case ends ---------------------------------------------------------------------------------

enum end {
    DECLINED, // nothing has happened, no exception either: Python is to do it all
    DONE,
    RAISED,
};
