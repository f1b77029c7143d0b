// SPDX-License-Identifier: Apache-2.0
// P4Runtime's WriteRequests: which updates are plain, and plain entries inserted into a table.
//
// A plain update inserts a table entry that has match fields, an action and a priority, and nothing else, in the order
// and the shortest form that protobuf and P4Runtime (byte strings) give them: its bytes are what a Read answers. The
// rest is for protobuf's own reader, and for those who refuse with a message. What is read here comes from outside:
// every length is held against what is left.
#include "ranked.h"

// --- Protobuf's wire format --------------------------------------------------------------------------------------

typedef struct {
    const byte *at, *end;
    bool bad; // not in the shortest form, or cut off
} reader;

static bool is_over(const reader *in) { return !in->bad && in->at == in->end; }

static ALWAYS_INLINE word read_number(reader *in)
{
    word value = 0;
    for (word shift = 0; shift < 63; shift += 7) {
        if (in->at == in->end)
            break;
        byte next = *in->at++;
        value |= (word)(next & 127) << shift;
        if (next < 128) {
            in->bad |= next == 0 && shift;
            return value;
        }
    }
    in->bad = true;
    return 0;
}

// The next `size` bytes.
static ALWAYS_INLINE reader read_part(reader *in, word size)
{
    bool fits = !in->bad && size <= (word)(in->end - in->at);
    reader part = {in->at, fits ? in->at + size : in->at, !fits};
    in->bad = !fits;
    in->at = part.end;
    return part;
}

static ALWAYS_INLINE reader read_message(reader *in) { return read_part(in, read_number(in)); }

// Goes past a tag of one byte, if that is next.
static ALWAYS_INLINE bool goes_on_with(reader *in, byte tag)
{
    if (in->bad || in->at == in->end || *in->at != tag)
        return false;
    in->at++;
    return true;
}

// A byte string of P4Runtime in its shortest form: no leading zero, and not empty.
static ALWAYS_INLINE reader read_bytes(reader *in)
{
    reader value = read_message(in);
    if (!value.bad)
        value.bad = value.at == value.end || (*value.at == 0 && value.end - value.at > 1);
    in->bad |= value.bad;
    return value;
}

// Tags: field number << 3 | wire type.
enum { NUMBER_1 = 0x08, NUMBER_2 = 0x10, BYTES_1 = 0x0a, BYTES_2 = 0x12, BYTES_3 = 0x1a, BYTES_4 = 0x22, NUMBER_4 = 0x20 };
enum { UPDATES = BYTES_4, TYPE = NUMBER_1, ENTITY = BYTES_2, TABLE_ENTRY = BYTES_2 }; // WriteRequest, Update, Entity
enum { TABLE_ID = NUMBER_1, MATCH = BYTES_2, ACTION = BYTES_3, PRIORITY = NUMBER_4 }; // TableEntry
enum { INSERT = 1 };

// --- Requests ----------------------------------------------------------------------------------------------------

typedef struct {
    number start, end; // of a plain update's TableEntry; of another update
    number table;      // its id; 0: not plain
    number unused;
} update;

SIZE(update, 16);

// How many updates a request has; where the first begins and the last ends goes to `range`. All bits set: it is not a
// request, or one in an unusual form.
word request_updates(const byte *data, word size, word *range)
{
    reader in = {data, data + size, false};
    word count = 0;
    range[0] = range[1] = size;
    while (in.at != in.end) {
        const byte *start = in.at;
        word tag = read_number(&in);
        if ((tag & 7) == 0)
            read_number(&in);
        else if ((tag & 7) == 2)
            read_message(&in);
        else
            in.bad = true;
        if (in.bad || tag < 8)
            return ~(word)0;
        if (tag != UPDATES)
            continue;
        if (count && range[1] != (word)(start - data))
            return ~(word)0;
        if (!count)
            range[0] = (word)(start - data);
        range[1] = (word)(in.at - data);
        count++;
    }
    return count;
}

static ALWAYS_INLINE bool skip_match(reader *entry)
{
    reader field = read_message(entry);
    if (!goes_on_with(&field, NUMBER_1) || !read_number(&field) || field.at == field.end)
        return false;
    byte kind = *field.at++;
    reader inner = read_message(&field);
    if (!is_over(&field) || !goes_on_with(&inner, BYTES_1))
        return false;
    read_bytes(&inner);
    if (kind == 0x22) { // lpm
        if (!goes_on_with(&inner, NUMBER_2) || !read_number(&inner))
            return false;
    } else if (kind == 0x1a || kind == 0x32) { // ternary, range
        if (!goes_on_with(&inner, BYTES_2))
            return false;
        read_bytes(&inner);
    } else if (kind != 0x12 && kind != 0x3a) // exact, optional
        return false;
    return is_over(&inner);
}

static ALWAYS_INLINE bool skip_action(reader *entry)
{
    reader either = read_message(entry);
    if (!goes_on_with(&either, BYTES_1))
        return false;
    reader action = read_message(&either);
    if (!is_over(&either) || !goes_on_with(&action, NUMBER_1) || !read_number(&action))
        return false;
    while (goes_on_with(&action, BYTES_4)) {
        reader parameter = read_message(&action);
        if (!goes_on_with(&parameter, NUMBER_2) || !read_number(&parameter) || !goes_on_with(&parameter, BYTES_3))
            return false;
        read_bytes(&parameter);
        if (!is_over(&parameter))
            return false;
    }
    return is_over(&action);
}

// The id of a plain entry's table; 0: it is not plain.
static ALWAYS_INLINE word table_of(reader entry)
{
    if (!goes_on_with(&entry, TABLE_ID))
        return 0;
    word table = read_number(&entry);
    while (goes_on_with(&entry, MATCH))
        if (!skip_match(&entry))
            return 0;
    if (!goes_on_with(&entry, ACTION) || !skip_action(&entry))
        return 0;
    if (goes_on_with(&entry, PRIORITY)) {
        word priority = read_number(&entry);
        if (priority == 0 || priority >> 31)
            return 0;
    }
    return is_over(&entry) && !(table >> 32) ? table : 0;
}

// Says of each update between two places of a request where it is, and whether it is plain; how many are.
word request_plain(const byte *data, word start, word end, update *updates, word count)
{
    reader in = {data + start, data + end, false};
    word plain = 0;
    for (word i = 0; i < count && goes_on_with(&in, UPDATES); i++) {
        reader each = read_message(&in), whole = each;
        updates[i] = (update){(number)(whole.at - data), (number)(whole.end - data), 0, 0};
        if (!goes_on_with(&each, TYPE) || read_number(&each) != INSERT || !goes_on_with(&each, ENTITY))
            continue;
        reader entity = read_message(&each);
        if (!is_over(&each) || !goes_on_with(&entity, TABLE_ENTRY))
            continue;
        reader entry = read_message(&entity);
        if (!is_over(&entity))
            continue;
        word table = table_of(entry);
        if (!table)
            continue;
        updates[i] = (update){(number)(entry.at - data), (number)(entry.end - data), (number)table, 0};
        plain++;
    }
    return plain;
}

// How many updates follow one of the same table, itself counted.
word request_run(const update *updates, word first, word count)
{
    word next = first;
    while (next < count && updates[next].table == updates[first].table)
        next++;
    return next - first;
}

// --- One table: its key's fields, and the actions that its entries may have ----------------------------------------

enum { MOST_WORDS = 8 }; // of a key; a table with larger keys is not for this

typedef enum { EXACT, LPM, TERNARY, RANGE, OPTIONAL } match_kind;
enum { SHORT = 3 }; // of a table, not a field

typedef struct {
    number id, kind;
    number width, shift; // bits, and how many are below in the key
} key_field;

typedef struct {
    number id, width;
    number offset, size; // in a record's arguments
} parameter;
typedef struct {
    number id, action; // P4Info's, and the program's
    number first, count; // parameters
} action_use;

typedef struct {
    number table, words;
    number match; // EXACT: a hash table; LPM: a trie; TERNARY: a tuple space; SHORT: a number for each key
    number record_size;
    number fields, actions;
    number with_priority;
    number limits; // words of the limits of all range fields
    number left_out; // of the beginning of a record, bytes
    key_field first[];
} shape;

// What an entry does. A table whose packets do not use the first fields leaves them out.
typedef struct {
    word last_hit, packets, bytes;
    number member, group, meter; // all bits set: none
    number action;
    byte arguments[];
} entry_record;

AT(entry_record, packets, 8);
AT(entry_record, bytes, 16);
AT(entry_record, member, 24);
AT(entry_record, group, 28);
AT(entry_record, meter, 32);
AT(entry_record, action, 36);
AT(entry_record, arguments, 40);
SIZE(shape, 36);
SIZE(key_field, 16);
SIZE(parameter, 16);
SIZE(action_use, 16);

// What insertions change.
typedef struct {
    byte *records;
    word *root; // of the table
    word now_us;
    word trie_root, trie_most; // units: where the root node is, and what one more prefix can take
    word stride; // bytes of a node of a tuple space
    word *tagged; // by tuple's tag, how many entries were added
    word farthest; // records between one and its home
    word new_records;
    word full; // whether it stopped because there is no room; or else the next entry is for Python
} target;

SIZE(target, 80);

typedef struct {
    word value[MOST_WORDS + 1], mask[MOST_WORDS + 1];
    word limits[4 * MOST_WORDS];
    word prefix; // bits of the key that an lpm table looks at, from the highest on
} place;

static ALWAYS_INLINE bool fits(reader value, word width)
{
    word octets = (word)(value.end - value.at);
    return (octets - 1) * 8 + (64 - leading_zeros(*value.at)) <= width;
}

// Sets bits of words to those of a byte string; they are 0.
static ALWAYS_INLINE void put_value(word *words, reader value, word shift)
{
    while (value.end != value.at) {
        word octet = *--value.end, low = shift & 63;
        words[shift >> 6] |= octet << low;
        if (low > 56 && octet >> (64 - low))
            words[(shift >> 6) + 1] |= octet >> (64 - low);
        shift += 8;
    }
}

// Sets so many bits, or clears them.
static ALWAYS_INLINE void put_bits(word *words, word shift, word count, bool set)
{
    for (word end = shift + count; shift < end;) {
        word low = shift & 63, some = 64 - low < end - shift ? 64 - low : end - shift;
        word ones = (some == 64 ? ~(word)0 : ((word)1 << some) - 1) << low;
        words[shift >> 6] = set ? words[shift >> 6] | ones : words[shift >> 6] & ~ones;
        shift += some;
    }
}

static bool read_range(const key_field *field, reader low, reader high, word *limits, place *to)
{
    word words = (field->width + 63) / 64, differing = 0;
    put_value(limits, low, 0);
    put_value(limits + words, high, 0);
    bool above = false, full = true;
    for (word i = 0; i < words; i++) {
        word rest = field->width - 64 * i, least = limits[i], most = limits[words + i];
        if (least != most) {
            above = least > most;
            differing = 64 * i + 64 - leading_zeros(least ^ most);
        }
        full &= least == 0 && most == (rest >= 64 ? ~(word)0 : ((word)1 << rest) - 1);
    }
    if (above || full)
        return false;
    // The bits that both limits have in common, from the highest on, are matched exactly.
    put_value(to->value, low, field->shift);
    put_bits(to->value, field->shift, differing, false);
    put_bits(to->mask, field->shift + differing, field->width - differing, true);
    return true;
}

// Reads a match field of a kind into a place; false: Python is to look at it.
static ALWAYS_INLINE bool read_field(const key_field *field, reader match, word *limits, place *to)
{
    static const byte tags[] = {0x12, 0x22, 0x1a, 0x32, 0x3a};
    if (!goes_on_with(&match, tags[field->kind]))
        return false;
    reader inner = read_message(&match);
    if (!goes_on_with(&inner, BYTES_1))
        return false;
    reader value = read_bytes(&inner), more = value;
    if (inner.bad || !fits(value, field->width))
        return false;
    word length = 0;
    if (field->kind == LPM) {
        if (!goes_on_with(&inner, NUMBER_2))
            return false;
        length = read_number(&inner);
    } else if (field->kind == TERNARY || field->kind == RANGE) {
        if (!goes_on_with(&inner, BYTES_2))
            return false;
        more = read_bytes(&inner);
        if (inner.bad || !fits(more, field->width))
            return false;
    }
    if (!is_over(&inner))
        return false;
    if (field->kind == RANGE)
        return read_range(field, value, more, limits, to);
    put_value(to->value, value, field->shift);
    if (field->kind == LPM) {
        if (length == 0 || length > field->width)
            return false;
        put_bits(to->mask, field->shift + field->width - length, length, true);
        to->prefix -= field->width - length;
    } else if (field->kind == TERNARY) {
        put_value(to->mask, more, field->shift);
        return *more.at != 0; // no mask at all is to be left out
    } else
        put_bits(to->mask, field->shift, field->width, true);
    return true;
}

// Reads the match fields of an entry, which are in P4Info's order.
static ALWAYS_INLINE bool read_place(const shape *of, reader *entry, place *to)
{
    for (word i = 0; i <= of->words; i++)
        to->value[i] = to->mask[i] = 0;
    for (word i = 0; i < of->limits; i++)
        to->limits[i] = 0;
    to->prefix = 64 * of->words;
    word *limits = to->limits;
    for (word i = 0; i < of->fields; i++) {
        const key_field *field = &of->first[i];
        reader ahead = *entry, match = ahead;
        bool given = false;
        if (goes_on_with(&ahead, MATCH)) {
            match = read_message(&ahead);
            given = goes_on_with(&match, NUMBER_1) && read_number(&match) == field->id;
        }
        if (given) {
            if (!read_field(field, match, limits, to))
                return false;
            *entry = ahead;
        } else if (field->kind == EXACT)
            return false;
        else if (field->kind == LPM)
            to->prefix -= field->width;
        else if (field->kind == RANGE)
            put_bits(limits + (field->width + 63) / 64, 0, field->width, true);
        if (field->kind == RANGE)
            limits += (field->width + 63) / 64 * 2;
    }
    word outside = 0;
    for (word i = 0; i < of->words; i++)
        outside |= to->value[i] & ~to->mask[i];
    return outside == 0;
}

// Reads an entry's action into a record, which is blank.
static ALWAYS_INLINE bool read_action(const shape *of, reader *entry, entry_record *record)
{
    const action_use *uses = (const action_use *)(of->first + of->fields);
    const parameter *parameters = (const parameter *)(uses + of->actions);
    if (!goes_on_with(entry, ACTION))
        return false;
    reader either = read_message(entry);
    if (!goes_on_with(&either, BYTES_1))
        return false;
    reader action = read_message(&either);
    if (!goes_on_with(&action, NUMBER_1))
        return false;
    word id = read_number(&action), number_of_use = 0;
    while (number_of_use < of->actions && uses[number_of_use].id != id)
        number_of_use++;
    if (number_of_use == of->actions)
        return false;
    const action_use *use = &uses[number_of_use];
    record->action = use->action;
    for (word i = 0; i < use->count; i++) {
        const parameter *here = &parameters[use->first + i];
        if (!goes_on_with(&action, BYTES_4))
            return false;
        reader given = read_message(&action);
        if (!goes_on_with(&given, NUMBER_2) || read_number(&given) != here->id || !goes_on_with(&given, BYTES_3))
            return false;
        reader value = read_bytes(&given);
        if (!is_over(&given) || !fits(value, here->width))
            return false;
        byte *to = record->arguments + here->offset;
        while (value.end != value.at)
            *to++ = *--value.end;
    }
    return is_over(&action) && is_over(&either);
}

// --- Insertions --------------------------------------------------------------------------------------------------

word trie_put(void *in, word words, const word *value, word length, word root, word entry);
word chain_add(block *newest, word words, byte *nodes, word stride, const word *key, word rank);
word chain_find(block *newest, word words, const byte *nodes, word stride, const word *key, word rank,
                const byte *limits);

static bool insert_exact(const shape *of, target *to, const place *at, word entry)
{
    block *newest = *(block **)to->root;
    if (hash_find(newest, of->words, at->value))
        return false;
    word distance = hash_put(newest, of->words, at->value, entry + 1);
    to->farthest = distance > to->farthest ? distance : to->farthest;
    to->new_records++;
    return true;
}

static bool insert_short(target *to, const place *at, word entry)
{
    number *here = *(number **)to->root + at->value[0];
    if (*here)
        return false;
    *here = (number)entry + 1;
    to->new_records++;
    return true;
}

static bool insert_prefix(const shape *of, target *to, const place *at, word entry)
{
    word *pool = *(word **)to->root; // `fresh` and `end` are first
    if (pool[1] - pool[0] < to->trie_most) {
        to->full = 1;
        return false;
    }
    word before = trie_put(pool, of->words, at->value, at->prefix, to->trie_root, entry);
    if (before)
        trie_put(pool, of->words, at->value, at->prefix, to->trie_root, before - 1);
    else
        to->new_records++;
    return before == 0;
}

static descriptor *descriptor_at(const list *of, word i, word words)
{
    return (descriptor *)((byte *)of->first + i * (sizeof(descriptor) + 8 * words));
}

// Gives a tuple a better bound, and moves it before all whose bounds are worse.
static void lower(const list *tuples, word at, word words, word rank)
{
    word tag = descriptor_at(tuples, at, words)->tag;
    descriptor_at(tuples, at, words)->bound = rank;
    for (; at; at--) {
        word *this = (word *)descriptor_at(tuples, at, words), *before = (word *)descriptor_at(tuples, at - 1, words);
        if (before[0] < rank || (before[0] == rank && before[1] < tag))
            return;
        for (word i = 0; i < 2 + words; i++) {
            word kept = this[i];
            this[i] = before[i];
            before[i] = kept;
        }
    }
}

static bool insert_ranked(const shape *of, target *to, const place *at, word entry, word priority)
{
    const ranked *root = (const ranked *)to->root;
    const list *tuples = root->tuples;
    word i = 0, rank = (0x7FFFFFFF - priority) << 32 | (entry + 1);
    while (i < tuples->count && !same_words(descriptor_at(tuples, i, of->words)->mask, at->mask, of->words))
        i++;
    if (i == tuples->count)
        return false;
    descriptor *tuple = descriptor_at(tuples, i, of->words);
    word tag = tuple->tag, key[MOST_WORDS + 1];
    key[0] = tag;
    for (word n = 0; n < of->words; n++)
        key[n + 1] = at->value[n];
    byte *nodes = (byte *)root->nodes;
    word alike = chain_find(root->hash, of->words + 1, nodes, to->stride, key, rank >> 32 << 32, (byte *)at->limits);
    if (alike && alike >> 32 == rank >> 32)
        return false;
    for (word n = 0; n < of->limits; n++)
        node_at(nodes, to->stride, entry + 1)->limits[n] = at->limits[n];
    word distance = chain_add(root->hash, of->words + 1, nodes, to->stride, key, rank);
    if (distance) {
        to->new_records++;
        to->farthest = distance - 1 > to->farthest ? distance - 1 : to->farthest;
    }
    to->tagged[tag]++;
    if (rank < tuple->bound)
        lower(tuples, i, of->words, rank);
    return true;
}

// Inserts the entries of updates from one on, in order, with the handles from one to before `end`. How many it did: it
// stops at the first that is not plain, not of the table, there already, or not what the table takes.
word entries_insert(const shape *of, target *to, const byte *data, const update *updates, word first,
                    const number *handles, word start, word end)
{
    to->full = to->new_records = to->farthest = 0;
    for (word i = start; i < end; i++) {
        const update *each = &updates[first + i - start];
        if (each->table != of->table)
            return i - start;
        reader entry = {data + each->start, data + each->end, false};
        place at;
        goes_on_with(&entry, TABLE_ID);
        read_number(&entry);
        if (!read_place(of, &entry, &at))
            return i - start;
        byte *blank = to->records + ((word)handles[i] + 1) * of->record_size;
        for (word n = 0; n < of->record_size / 8; n++)
            ((word *)blank)[n] = 0;
        entry_record *record = (entry_record *)(blank - of->left_out);
        if (of->left_out == 0)
            record->last_hit = to->now_us;
        if (of->left_out <= __builtin_offsetof(entry_record, member))
            record->member = record->group = ~(number)0;
        record->meter = ~(number)0;
        if (!read_action(of, &entry, record))
            return i - start;
        word priority = goes_on_with(&entry, PRIORITY) ? read_number(&entry) : 0;
        if (!is_over(&entry) || (priority != 0) != of->with_priority)
            return i - start;
        bool done = of->match == EXACT ? insert_exact(of, to, &at, handles[i])
                    : of->match == LPM ? insert_prefix(of, to, &at, handles[i])
                    : of->match == SHORT ? insert_short(to, &at, handles[i])
                                         : insert_ranked(of, to, &at, handles[i], priority);
        if (!done)
            return i - start;
    }
    return end - start;
}
