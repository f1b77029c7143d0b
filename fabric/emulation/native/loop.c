// SPDX-License-Identifier: Apache-2.0
// The emulator's core: events, links and switches go on by themselves, until Python is needed. It does number for number
// what Python does: the queue keeps the order of `events.EventLoop`, links are `nodes.Direction`, those that leave switches
// with flow control `lossless.PausableDirection`, NICs are asked as `nodes.NicNode` asks them, call for call, unless a NIC
// is odd, and counts are those of `nodes.PythonCounts`.
//
// Python's objects are called through its C API, with Python's lock held. Where there is no memory, the run halts.
#include "core.h"

extern object *PyObject_Vectorcall(object *called, object *const *arguments, word count, object *names);
extern object *PyLong_FromLongLong(sword value);
extern sword PyLong_AsLongLong(object *of);
extern object *PyBytes_FromStringAndSize(const byte *data, sword length);
extern int PyBytes_AsStringAndSize(object *of, byte **data, sword *length);
extern object *PyTuple_GetItem(object *of, sword place);
extern object *PyErr_Occurred(void);
extern void Py_IncRef(object *it);
extern void Py_DecRef(object *it); // which may be NULL

enum { ETHERNET_OVERHEAD = 24, MINIMUM_FRAME = 60, PATIENCE_NS = 100, NS_OF_US = 1000, PAUSE_BYTES = 34 };
#define BIT_NS 8000000000 // nanoseconds that a byte takes at 1 bit/s

// --- Frames -----------------------------------------------------------------------------------------------------

enum {
    HEADROOM = 8, // bytes behind a frame that machine code of a switch may write beyond it
    POOLED = 5120 // bytes that a frame of the pool has room for: an MTU of 4096 with all headers
};

// A frame of `length` bytes, NULL when there is no memory. Of its header only what says where its bytes are is set.
static frame *new_frame(core *of, word length)
{
    frame *made = of->pool;
    if (length <= POOLED && made) {
        of->pool = made->next;
        made->length = length;
        made->data = (byte *)made + of->header;
        made->charged = 0;
        made->lack.fill = 0;
        return made;
    }
    word pooled = length <= POOLED ? POOLED : 0;
    made = malloc(of->header + (pooled ? pooled : length) + HEADROOM);
    if (made) {
        made->length = length;
        made->room = pooled;
        made->data = (byte *)made + of->header;
        made->owner = 0;
        made->charged = 0;
        made->lack.fill = 0;
    }
    return made;
}

static void give_back(core *of, frame *it)
{
    if (it->owner) {
        Py_DecRef(it->owner);
        it->owner = 0;
    }
    if (!it->room) {
        free(it);
        return;
    }
    it->next = of->pool;
    of->pool = it;
}

// Adds what a frame lacks: somebody is going to look at its bytes.
static void complete(frame *it)
{
    if (!it->lack.fill)
        return;
    it->lack.fill(it->data, (sword)it->length, &it->lack);
    it->lack.fill = 0;
    Py_DecRef(it->owner);
    it->owner = 0;
}

// What Python says of a frame.
static word asked_about(core *of, word what, word number, frame *it)
{
    complete(it);
    return of->host(what, number, (word)it);
}

// A header without its length, its address and its successor in a queue.
static void copy_header(const core *of, const frame *from, frame *to)
{
    word skipped = __builtin_offsetof(frame, origin);
    __builtin_memcpy((byte *)to + skipped, (const byte *)from + skipped, of->header - skipped);
}

// Lets Python read in the core what there is to know of a frame.
static void show(core *of, frame *it)
{
    complete(it);
    __builtin_memcpy(of->frame, it, of->header);
}

void give_back_held(core *of)
{
    if (of->held)
        give_back(of, of->held);
    of->held = 0;
}

// --- Events ---------------------------------------------------------------------------------------------------------

// Schedules an event behind all others of its time.
static void push(core *of, word when, word what, word subject)
{
    if (!of->queue)
        of->queue = new_queue();
    if (of->queue && push_event(of->queue, when, (event){what, subject}))
        of->events++;
    else
        of->halt = 1;
}

// --- Flow control: what a switch holds of each port, as `lossless.Accounts` -------------------------------------------

static bool is_lossless(const buffer *of, word level) { return of->priorities >> level & 1; }

// The threshold of a port. Beyond it the port is paused.
static sword xoff_of(const buffer *of)
{
    return of->pool ? (sword)(of->alpha * (double)(sword)(of->pool - of->used)) : (sword)of->xoff;
}

static sword xon_of(const buffer *of)
{
    if (!of->pool)
        return (sword)of->xon;
    sword below = xoff_of(of) - (sword)of->xon_offset;
    return below > 0 ? below : 0;
}

// A frame is to wait in an output queue: whether there is room for it, if only in the headroom.
static bool charge(core *of, buffer *by, frame *it, word level)
{
    if (!is_lossless(by, level) || by->ingress >= by->ports) // nothing has arrived yet
        return 1;
    word place = by->ingress * PRIORITIES + level, size = it->length;
    account *to = &by->held[place];
    if ((sword)(to->shared + to->headroom + size) <= xoff_of(by)) {
        to->shared += size;
        by->used += size;
    } else if (to->headroom + size > by->headroom)
        return 0;
    else {
        to->headroom += size;
        if (!to->paused) {
            to->paused = 1;
            of->host(ASK_PAUSE, by->number, place);
        }
    }
    it->charged = place + 1;
    if (to->shared + to->headroom > by->peak)
        by->peak = to->shared + to->headroom;
    return 1;
}

// A frame has left its queue. Its port is not released before the headroom is free: the next pause needs all of it.
static void release(core *of, buffer *by, frame *it)
{
    word place = it->charged - 1, size = it->length;
    account *from = &by->held[place];
    word above = from->headroom < size ? from->headroom : size;
    it->charged = 0;
    from->headroom -= above;
    from->shared -= size - above;
    by->used -= size - above;
    if (from->paused && !from->headroom && (sword)from->shared <= xon_of(by)) {
        from->paused = 0;
        of->host(ASK_RELEASE, by->number, place);
    }
}

// Whether a frame is one of priority flow control, as `pause.unpack` says.
static bool is_pause(const frame *it)
{
    static const byte head[] = {0x01, 0x80, 0xC2, 0, 0, 0x01}, kind[] = {0x88, 0x08, 0x01, 0x01};
    return it->length >= PAUSE_BYTES && !__builtin_memcmp(it->data, head, sizeof(head)) &&
           !__builtin_memcmp(it->data + 2 * sizeof(head), kind, sizeof(kind));
}

// --- Links ----------------------------------------------------------------------------------------------------------

// Notes in its NIC's mask, if a NIC sends on it, that the port of a direction is free, or not any more.
static void set_free(wire *by, bool is_free)
{
    if (by->sender_free)
        *by->sender_free = is_free ? *by->sender_free | by->sender_bit : *by->sender_free & ~by->sender_bit;
}

static void start(core *of, word number, frame *it)
{
    wire *by = &of->directions[number];
    word size = it->length;
    if (it->charged)
        release(of, by->buffer, it);
    by->busy = 1;
    set_free(by, 0);
    by->sent_frames++;
    by->sent_bytes += size;
    word bits = ((size > MINIMUM_FRAME ? size : MINIMUM_FRAME) + ETHERNET_OVERHEAD) * BIT_NS + by->remainder;
    by->remainder = bits % by->rate;
    word done = of->now + bits / by->rate;
    if (by->tapped)
        asked_about(of, ASK_TAP, number, it);
    word about = number << 2 | by->epoch << 32;
    push(of, done, about | SENT, 0);
    if (by->lossy && !--by->lossy && asked_about(of, ASK_LOSS, number, it)) {
        by->lost_random++;
        give_back(of, it);
    } else
        push(of, done + by->delay, about | ARRIVED, (word)it);
}

// A frame is to leave a switch with flow control: whether there is room for it. It may get a mark.
static bool admit(core *of, word number, frame *it, word level)
{
    wire *by = &of->directions[number];
    if (by->up && !charge(of, by->buffer, it, level))
        return 0;
    if (!by->marks || !is_lossless(by->buffer, level))
        return 1;
    if (by->queued || by->held)
        asked_about(of, ASK_MARK, number, it);
    else
        by->marks = 0;
    return 1;
}

// A frame, which is the direction's from now on.
static void send(core *of, word number, frame *it, word priority)
{
    wire *by = &of->directions[number];
    word level = priority < PRIORITIES ? priority : PRIORITIES - 1;
    if (by->buffer && !admit(of, number, it, level)) {
        by->lost_overflow++;
        give_back(of, it);
        return;
    }
    if (!by->up) {
        by->lost_down++;
        asked_about(of, ASK_LOST, number, it);
        give_back(of, it);
        return;
    }
    if (!by->busy && !(by->held >> level & 1)) {
        start(of, number, it);
        return;
    }
    word queued = by->queued + it->length;
    if (queued > by->limit) {
        by->lost_overflow++;
        give_back(of, it);
        return;
    }
    it->next = 0;
    if (by->mask >> level & 1)
        by->last[level]->next = it;
    else
        by->first[level] = it;
    by->last[level] = it;
    by->mask |= (word)1 << level;
    by->queued = queued;
    if (queued > by->peak)
        by->peak = queued;
}

// The first frame of the highest of these queues, which is taken off.
static frame *take(wire *from, word levels)
{
    word level = 63 - leading_zeros(levels);
    frame *it = from->first[level];
    from->first[level] = it->next;
    if (!it->next)
        from->mask &= ~((word)1 << level);
    from->queued -= it->length;
    return it;
}

void lose_queued(core *of, word number)
{
    wire *by = &of->directions[number];
    while (by->mask) {
        by->lost_down++;
        give_back(of, take(by, by->mask));
    }
}

// What is queued is going to be lost: it is on no account any more.
void forget_queued(core *of, word number)
{
    wire *by = &of->directions[number];
    for (word level = 0; level < PRIORITIES; level++)
        for (frame *it = by->mask >> level & 1 ? by->first[level] : 0; it; it = it->next)
            if (it->charged)
                release(of, by->buffer, it);
}

// --- NICs -----------------------------------------------------------------------------------------------------------

// What `called(*arguments)` returns, a new reference; NULL: it has raised an exception. `room` is a place before the
// arguments, which the called function may use.
static object *call(object *called, object **room, word count)
{
    return PyObject_Vectorcall(called, room + 1, count | (word)1 << 63, 0);
}

// A NIC sends a frame.
static void put_out(core *of, word direction, word origin, frame *made)
{
    __builtin_memset(&made->trimmed, 0, of->header - __builtin_offsetof(frame, trimmed));
    made->origin = origin;
    made->born = of->now;
    send(of, direction, made, 0);
}

// The same, of bytes that are those of `owner`.
void inject(core *of, word direction, word origin, byte *data, word length, object *owner)
{
    frame *made = new_frame(of, 0);
    if (!made) {
        of->halt = 1;
        return;
    }
    made->length = length;
    made->data = data;
    made->owner = owner;
    Py_IncRef(owner);
    put_out(of, direction, origin, made);
}

// How asking a NIC for frames ended: no port is left, the NIC has none, or it has raised an exception.
enum end { GOING, SAID_ALL, RAISED };

// Whether a NIC has such a port; if not, that is an error of its.
static bool has_port(core *of, word number, word port)
{
    bool has = port < of->nics[number].ports;
    if (!has)
        of->host(ASK_PORT, number, port);
    return has;
}

// Sends a frame of a NIC by one of its ports.
static enum end send_by(core *of, word number, word port, object *frame)
{
    const nic *by = &of->nics[number];
    byte *data;
    sword length;
    if (PyBytes_AsStringAndSize(frame, &data, &length))
        return RAISED;
    if (!has_port(of, number, port))
        return SAID_ALL;
    inject(of, by->outputs[port], number, data, (word)length, frame);
    return GOING;
}

// Sends the frame of a `(port, frame)`.
static enum end send_of_nic(core *of, word number, object *sent)
{
    object *first = PyTuple_GetItem(sent, 0), *second = first ? PyTuple_GetItem(sent, 1) : 0;
    word port = second ? (word)PyLong_AsLongLong(first) : 0;
    if (!second || (port == ~(word)0 && PyErr_Occurred()))
        return RAISED;
    return send_by(of, number, port, second);
}

static enum end ask_python(core *of, word number, word free_ports)
{
    object *mask = PyLong_FromLongLong((sword)free_ports), *now = PyLong_FromLongLong((sword)of->now);
    object *arguments[] = {0, mask, now}, *sent = call(of->nics[number].transmit, arguments, 2);
    Py_DecRef(mask);
    Py_DecRef(now);
    if (!sent)
        return RAISED;
    enum end end = sent == of->none ? SAID_ALL : send_of_nic(of, number, sent);
    Py_DecRef(sent);
    return end;
}

// Takes a frame of a NIC that has machine code, and sends it. The NIC writes it into `room`, mostly.
static enum end pull_into(core *of, word number, word free_ports, frame *room)
{
    const nic *by = &of->nics[number];
    leaving to = {.room = room->data, .size = POOLED, .lack = &room->lack};
    word said = by->give(by->self, (sword)free_ports, (sword)of->now, &to);
    room->owner = to.lender;
    enum end end = said == NIC_RAISED ? RAISED : SAID_ALL;
    if (said == NIC_DONE && to.length && has_port(of, number, (word)to.port)) {
        room->length = (word)to.length;
        put_out(of, by->outputs[to.port], number, room);
        return GOING;
    }
    give_back(of, room);
    if (said == NIC_DECLINED)
        return ask_python(of, number, free_ports);
    if (said == NIC_DONE && to.frame) {
        end = send_by(of, number, (word)to.port, to.frame);
        Py_DecRef(to.frame);
    }
    return end;
}

// Takes a frame of a NIC, and sends it.
static enum end pull_one(core *of, word number, word free_ports)
{
    if (!of->nics[number].self)
        return ask_python(of, number, free_ports);
    frame *room = new_frame(of, POOLED);
    if (room)
        return pull_into(of, number, free_ports, room);
    of->halt = 1;
    return SAID_ALL;
}

// Takes frames, until no port is free or the NIC has none.
static enum end pull(core *of, word number, bool due)
{
    nic *by = &of->nics[number];
    word free_ports;
    while ((free_ports = by->free & by->carriers) || due) {
        enum end end = pull_one(of, number, free_ports);
        if (end != GOING)
            return end;
        due = 0;
    }
    return GOING;
}

// A NIC is to be woken then, or not at all.
void arm(core *of, word number, word when)
{
    nic *by = &of->nics[number];
    if (when == NEVER) {
        by->armed = 0;
        return;
    }
    word at = when > of->now ? when : of->now + PATIENCE_NS;
    if (!by->armed || at + 1 < by->armed || by->armed <= of->now + 1) {
        by->armed = at + 1;
        push(of, at, number << 2 | WAKE, at);
    }
}

// When a NIC wants to be woken; whether it has raised an exception instead.
static bool ask_wakeup(const core *of, const nic *by, word *when)
{
    sword at = -1;
    word end = by->self ? by->wake(by->self, &at) : NIC_DECLINED;
    if (end != NIC_DECLINED) {
        *when = at < 0 ? NEVER : (word)at;
        return end == NIC_RAISED;
    }
    object *arguments[] = {0}, *said = call(by->next_wakeup, arguments, 0);
    if (!said)
        return 1;
    if (said == of->none) {
        *when = NEVER;
        Py_DecRef(said);
        return 0;
    }
    sword value = PyLong_AsLongLong(said);
    Py_DecRef(said);
    *when = value < 0 ? 0 : (word)value; // a time before the beginning has come, as 0 has
    return value == -1 && PyErr_Occurred();
}

// A NIC has raised an exception. It is asked again soon.
static enum back raised(core *of, word number)
{
    arm(of, number, of->now);
    return BACK_ERROR;
}

// As `NicNode.pump`, whether it is odd or not.
word pump(core *of, word number)
{
    nic *by = &of->nics[number];
    word wakeup = NEVER;
    if (by->pumping)
        return BACK_NOTHING;
    by->pumping = 1;
    enum end end = pull(of, number, 0);
    bool failed = end == RAISED || ask_wakeup(of, by, &wakeup);
    if (!failed && end == GOING && wakeup <= of->now) {
        // Something is due: asked even with no port free, because the NIC's timers expire inside this call.
        end = pull(of, number, 1);
        failed = end == RAISED || ask_wakeup(of, by, &wakeup);
    }
    by->pumping = 0;
    if (failed)
        return raised(of, number);
    arm(of, number, of->halt ? of->now : wakeup);
    return BACK_NOTHING;
}

// A port of a NIC has become free, or it is to be woken.
static enum back ask(core *of, word number)
{
    if (!of->nics[number].odd)
        return (enum back)pump(of, number);
    of->who = number;
    return BACK_IDLE;
}

static enum back woken(core *of, word number, word when)
{
    nic *by = &of->nics[number];
    if (by->armed != when + 1)
        return BACK_NOTHING;
    by->armed = 0;
    return ask(of, number);
}

// --- Counts of arrivals: a hash table, whose records are found by open addressing and never go ------------------------

enum { FIRST_RECORDS = 256 };
#define SPREAD 0x9E3779B97F4A7C15 // an odd number whose bits look random: 2^64 / golden ratio

static word trail_words(const core *of) { return (of->header - sizeof(frame)) / 8; }

static use *record_at(const core *of, use *records, word place)
{
    return (use *)((byte *)records + place * (sizeof(use) + 8 * trail_words(of)));
}

// The record, or the empty one that is to become it; there is one of both.
static use *find(const core *of, word origin, word number, const word *trail)
{
    word key = origin * SPREAD ^ number, words = trail_words(of);
    for (word i = 0; i < words; i++) {
        word mixed = key * SPREAD;
        key = mixed ^ mixed >> 32 ^ trail[i];
    }
    for (word place = key * SPREAD >> 32;; place++) {
        use *it = record_at(of, of->use_records, place & (of->use_room - 1));
        if (!it->origin)
            return it;
        if (it->origin != origin || it->nic != number)
            continue;
        word differs = 0;
        for (word i = 0; i < words; i++)
            differs |= it->trail[i] ^ trail[i];
        if (!differs)
            return it;
    }
}

static bool grow(core *of)
{
    use *old = of->use_records;
    word room = of->use_room, size = sizeof(use) + 8 * trail_words(of);
    use *records = calloc(room ? 2 * room : FIRST_RECORDS, size);
    if (!records)
        return 0;
    of->use_records = records;
    of->use_room = room ? 2 * room : FIRST_RECORDS;
    while (room--) {
        use *it = record_at(of, old, room);
        if (it->origin)
            __builtin_memcpy(find(of, it->origin, it->nic, it->trail), it, size);
    }
    free(old);
    return 1;
}

static void count(core *of, word number, const frame *it)
{
    if (of->uses * 2 >= of->use_room && !grow(of)) {
        of->halt = 1;
        return;
    }
    use *to = find(of, it->origin + 2, number, it->trail);
    if (!to->origin) {
        to->origin = it->origin + 2;
        to->nic = number;
        __builtin_memcpy(to->trail, it->trail, 8 * trail_words(of));
        of->uses++;
    }
    to->frames++;
    to->bytes += it->length;
    to->trimmed += it->trimmed;
    word latency = of->now - it->born;
    if (latency > to->worst)
        to->worst = latency;
}

// --- What becomes of a frame ------------------------------------------------------------------------------------------

static bool done(object *result)
{
    Py_DecRef(result);
    return result != 0;
}

// As `NicNode.deliver`.
static enum back deliver(core *of, word number, word port, frame *it)
{
    nic *to = &of->nics[number];
    if (of->counting)
        count(of, number, it);
    if (to->odd || to->arrived) {
        of->who = number;
        of->port = port;
        show(of, it);
    }
    if (to->odd) {
        of->held = it;
        return BACK_DELIVER;
    }
    if (to->self && !to->arrived) {
        word end = to->take(to->self, (sword)port, it->data, (sword)it->length, &it->lack, (sword)of->now);
        if (end != NIC_DECLINED) {
            give_back(of, it);
            return end == NIC_DONE ? (enum back)pump(of, number) : raised(of, number);
        }
    }
    complete(it);
    object *content = PyBytes_FromStringAndSize(it->data, (sword)it->length);
    give_back(of, it);
    if (!content)
        return BACK_ERROR;
    object *place = PyLong_FromLongLong((sword)port), *now = PyLong_FromLongLong((sword)of->now);
    object *told[] = {0, content}, *given[] = {0, place, content, now};
    bool fine = (!to->arrived || done(call(to->arrived, told, 1))) && done(call(to->receive, given, 3));
    Py_DecRef(content);
    Py_DecRef(place);
    Py_DecRef(now);
    return fine ? (enum back)pump(of, number) : raised(of, number);
}

// A frame made of one of `size` bytes leaves a switch.
static void output(core *of, word number, frame *it, word size, word port, word priority)
{
    node *from = &of->switches[number];
    word direction = port < from->ports ? from->outputs[port] : 0;
    from->emitted++;
    if (!direction) {
        from->unconnected++;
        give_back(of, it);
        return;
    }
    it->trail[number >> 6] |= (word)1 << (number & 63);
    if (it->length < size) {
        it->trimmed = 1;
        from->trimmed++;
        of->directions[direction - 1].trims++;
    }
    send(of, direction - 1, it, priority);
}

enum { ONE_DONE = 1 }; // what a switch's machine code says of one frame that it took to its end

// Whether the emulator alone has a frame's bytes: those of Python's that others have, too, do not change.
static bool is_alone(const frame *it) { return !it->owner || it->lack.fill || *(const word *)it->owner == 1; }

// A switch has copied what lies before the byte `end` of a frame to the end of `made`: it gets what the frame lacked.
static void add_lacking(frame *came, byte *made, word length, sword end)
{
    sword from = came->lack.from, size = came->lack.size;
    if (!came->lack.fill || end <= from)
        return;
    const byte *lacking = came->lack.payload;
    if (end - from > size) {
        complete(came);
        lacking = came->data + from;
    }
    __builtin_memcpy(made + length - (word)(end - from), lacking, (word)(end - from));
}

// The frame that leaves: `made` has its headers, and `left` bytes follow that end the one that came. Where the headers
// have their old length, that is the one that came. `-left`, if `left` is less than 0: the byte of the one that came up
// to which all is in `made`.
static frame *joined(const core *of, frame *came, frame *made, word headers, sword left)
{
    if (left > 0 && headers + (word)left == came->length && is_alone(came)) {
        __builtin_memcpy(came->data, made->data, headers);
        return came;
    }
    made->length = headers;
    if (left < 0)
        add_lacking(came, made->data, headers, -left);
    if (left > 0) {
        complete(came);
        __builtin_memcpy(made->data + headers, came->data + came->length - left, (word)left);
        made->length += (word)left;
    }
    copy_header(of, came, made);
    return made;
}

// Takes a frame, which is gone then, through a switch's machine code: whether it got to its end, or else why not goes to
// `reason`.
static bool passed(core *of, word number, word port, frame *it)
{
    node *by = &of->switches[number];
    word size = it->length, room = size + by->headers;
    frame *onward = new_frame(of, room);
    if (!onward) {
        of->halt = 1;
        give_back(of, it);
        return 1;
    }
    if (it->lack.fill && by->reach > (word)it->lack.from)
        complete(it);
    of->in_port = port | size << 32;
    of->in_data = it->data;
    of->in_time = of->now / NS_OF_US;
    of->out_records = &of->record;
    of->out_limit = 1;
    of->out_count = 0;
    of->out_bytes = onward->data;
    of->out_size = room;
    of->out_used = 0;
    of->out_left = 1;
    word result = by->code(by->context, 1, &of->in_port, &of->out_records);
    if (*by->failed)
        of->host(ASK_FAILED, number, result);
    if (result != ONE_DONE) {
        give_back(of, onward);
        of->reason = result;
        return 0;
    }
    if (!of->out_count) {
        by->consumed++;
        give_back(of, onward);
        give_back(of, it);
        return 1;
    }
    sword left = (sword)of->out_left;
    frame *leaves = joined(of, it, onward, of->out_used - (word)(left > 0 ? left : 0), left);
    give_back(of, leaves == it ? onward : it);
    output(of, number, leaves, size, of->record & 0xFFFFFFFF, of->record >> 32);
    return 1;
}

// A frame arrives at a switch.
static enum back pass(core *of, word number, word port, frame *it)
{
    node *by = &of->switches[number];
    if (by->buffer && is_pause(it)) {
        of->port = port;
        asked_about(of, ASK_PAUSED, number, it);
        give_back(of, it);
        return BACK_NOTHING;
    }
    if (by->buffer)
        by->buffer->ingress = port;
    by->received++;
    if (by->stopped) {
        by->blackholed++;
        asked_about(of, ASK_VANISHED, number, it);
        give_back(of, it);
        return BACK_NOTHING;
    }
    of->reason = 0;
    if (by->code && passed(of, number, port, it))
        return BACK_NOTHING;
    of->who = number;
    of->port = port;
    of->held = it;
    show(of, it);
    return BACK_SWITCH;
}

// --- Events -----------------------------------------------------------------------------------------------------------

// A direction is free for the next frame.
static enum back go_on(core *of, word number)
{
    wire *by = &of->directions[number];
    word levels = by->mask & ~by->held;
    if (levels) {
        start(of, number, take(by, levels));
        return BACK_NOTHING;
    }
    by->busy = 0;
    by->remainder = 0;
    if (!by->sender)
        return BACK_NOTHING;
    set_free(by, 1);
    return ask(of, by->sender - 1);
}

// A frame's last bit has left.
static enum back sent(core *of, word number, word epoch)
{
    return of->directions[number].epoch == epoch ? go_on(of, number) : BACK_NOTHING;
}

// A frame's last bit is at the end of a direction.
static enum back arrived(core *of, word number, word epoch, frame *it)
{
    wire *by = &of->directions[number];
    if (by->epoch != epoch) {
        by->lost_down++;
        give_back(of, it);
        return BACK_NOTHING;
    }
    by->delivered_frames++;
    by->delivered_bytes += it->length;
    return by->sink_is_nic ? deliver(of, by->sink, by->sink_port, it) : pass(of, by->sink, by->sink_port, it);
}

enum { LINE = 64, COMING = 4 * LINE }; // bytes: of the processor's cache, and of a frame with its headers

// The processor fetches what the next event needs.
static ALWAYS_INLINE void expect(const queue *of)
{
    word when = first_event(of);
    const event *next = when == NEVER ? 0 : event_at(of, when);
    if (next && (next->what & 3) == ARRIVED)
        for (word at = 0; at < COMING; at += LINE)
            __builtin_prefetch((const byte *)next->subject + at);
}

// Events up to and including `until`, until Python is needed: an `enum back`.
word run(core *of, word until)
{
    enum back back = BACK_NOTHING;
    give_back_held(of);
    while (back == BACK_NOTHING) {
        if (of->halt == 1)
            return BACK_HALT;
        if (of->left == 0)
            return BACK_PAUSE;
        if (of->events == 0)
            return BACK_EMPTY;
        word when = first_event(of->queue);
        if (when > until) {
            of->now = until;
            return BACK_UNTIL;
        }
        event next = take_event(of->queue, when);
        of->events--;
        of->now = when;
        expect(of->queue);
        of->processed++;
        of->left--;
        word number = next.what >> 2 & 0x3FFFFFFF, epoch = next.what >> 32;
        switch (next.what & 3) {
        case SENT:
            back = sent(of, number, epoch);
            break;
        case ARRIVED:
            back = arrived(of, number, epoch, (frame *)next.subject);
            break;
        case CALL:
            of->who = next.subject;
            back = BACK_CALL;
            break;
        case WAKE:
            back = woken(of, number, next.subject);
        }
    }
    return back;
}

// --- As Python calls it -----------------------------------------------------------------------------------------------

static frame *made_of(core *of, const byte *data, word length)
{
    frame *made = new_frame(of, length);
    if (made)
        __builtin_memcpy(made->data, data, length);
    else
        of->halt = 1;
    return made;
}

// A switch emits a frame that Python made of the one held.
void forward(core *of, word number, word port, word priority, const byte *data, word length)
{
    frame *made = made_of(of, data, length);
    if (!made)
        return;
    copy_header(of, of->held, made);
    output(of, number, made, of->held->length, port, priority);
}

// The same, of no NIC.
static frame *made_of_none(core *of, const byte *data, word length)
{
    frame *made = made_of(of, data, length);
    if (made) {
        __builtin_memset(&made->trimmed, 0, of->header - __builtin_offsetof(frame, trimmed));
        made->origin = ~(word)0;
        made->born = of->now;
    }
    return made;
}

// A switch emits a frame that it had kept.
void emit(core *of, word number, word port, word priority, const byte *data, word length)
{
    frame *made = made_of_none(of, data, length);
    if (made)
        output(of, number, made, 0, port, priority);
}

// A switch sends a frame of the link itself, as soon as the one that is being sent is out.
void send_first(core *of, word number, const byte *data, word length)
{
    wire *by = &of->directions[number];
    frame *made = by->up ? made_of_none(of, data, length) : 0;
    if (!made) {
        by->lost_down += !by->up;
        return;
    }
    if (!by->busy) {
        start(of, number, made);
        return;
    }
    word level = PRIORITIES - 1, there = by->mask >> level & 1;
    made->next = there ? by->first[level] : 0;
    by->first[level] = made;
    if (!there)
        by->last[level] = made;
    by->mask |= (word)1 << level;
    by->queued += length;
}

// A direction that leaves a switch, and was held, may send.
void let_go(core *of, word number)
{
    if (of->directions[number].up && !of->directions[number].busy)
        go_on(of, number);
}

// `run` is to come back with this number then.
void call_later(core *of, word when, word number) { push(of, when, CALL, number); }

// Gives back every frame: the one held, those in the queues of so many directions, and those on their way.
void clear(core *of, word directions)
{
    give_back_held(of);
    while (directions--)
        for (wire *by = &of->directions[directions]; by->mask;)
            give_back(of, take(by, by->mask));
    for (event left; of->queue && take_any(of->queue, &left);)
        if ((left.what & 3) == ARRIVED)
            give_back(of, (frame *)left.subject);
    for (frame *it; (it = of->pool);) {
        of->pool = it->next;
        free(it);
    }
    end_queue(of->queue);
    free(of->use_records);
    of->events = of->use_room = 0;
    of->queue = 0;
    of->use_records = 0;
}
