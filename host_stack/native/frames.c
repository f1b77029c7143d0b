// SPDX-License-Identifier: Apache-2.0
// Frames of a queue pair, as `QpFrames` makes them, and the order that EVs take turns in.
#include "packets.h"

// What frames of a queue pair on one path, of one kind and length, begin with: the queue pair has it, or makes it now.
// A new reference; NULL after an exception.
object *beginning(object *frames, object *entry, sword opcode, bool rtx, sword pad, sword udp_length)
{
    sword entropy = get_int(entry, EvEntry_entropy);
    word key = (word)entropy | (word)udp_length << 32 | (word)opcode << 48 | (word)pad << 56 | (word)rtx << 58;
    object *known = find(get(frames, QpFrames__begun), (sword)key);
    if (known && get(known, _Beginning_entry) == entry)
        return kept(known);
    object *numbers[] = {0, frames, entry, integer(opcode), BOOL(rtx), integer(pad), integer(udp_length)};
    object *made = PyObject_VectorcallMethod(the[the__begin], numbers + 1, 6 | FREE_PLACE, 0);
    Py_DecRef(numbers[3]);
    Py_DecRef(numbers[5]);
    Py_DecRef(numbers[6]);
    return made;
}

// A frame that begins so, with padding and ICRC; NULL after an exception.
object *frame_of(object *begun, const byte *rest, sword rest_length, const byte *payload, sword length)
{
    byte *head;
    sword head_length, pad = -length & 3;
    object *start = get(begun, _Beginning_head);
    if (PyBytes_AsStringAndSize(start, &head, &head_length))
        return 0;
    object *made = PyBytes_FromStringAndSize(0, head_length + rest_length + length + pad + ICRC);
    if (!made)
        return 0;
    byte *to = bytes_of(made), *from = to + head_length;
    __builtin_memcpy(to, head, (word)head_length);
    __builtin_memcpy(from, rest, (word)rest_length);
    if (length)
        __builtin_memcpy(from + rest_length, payload, (word)length);
    __builtin_memset(from + rest_length + length, 0, (word)pad);
    number running = (number)get_int(begun, _Beginning_running);
    running = checksum(running, from, (number)(rest_length + length + pad));
    byte *end = from + rest_length + length + pad;
    end[0] = (byte)running;
    end[1] = (byte)(running >> 8);
    end[2] = (byte)(running >> 16);
    end[3] = (byte)(running >> 24);
    return made;
}

// A whole number below `limit`, as `Random.getrandbits` gives it, or -1 after an exception.
static sword draw(object *rng, sword limit)
{
    object *bits = integer(64 - (sword)leading_zeros((word)limit));
    sword drawn = bits ? limit : -1;
    while (drawn >= limit) {
        object *said = method_1(rng, the_getrandbits, bits);
        if (!said) {
            drawn = -1;
            break;
        }
        drawn = PyLong_AsLong(said);
        Py_DecRef(said);
    }
    Py_DecRef(bits);
    return drawn;
}

// `rotation.shuffle`.
void shuffle(object *rng, object *entries)
{
    for (sword last = PyList_Size(entries) - 1; last > 0; last--) {
        sword at = draw(rng, last + 1);
        if (at < 0)
            return;
        object *one = kept(PyList_GetItem(entries, last)), *other = kept(PyList_GetItem(entries, at));
        PyList_SetItem(entries, last, other);
        PyList_SetItem(entries, at, one);
    }
}
