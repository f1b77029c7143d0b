// SPDX-License-Identifier: Apache-2.0
// The queues between ingress and egress, for a packet that need not wait in one.
#include "words.h"

typedef struct {
    sword last_ns;  // when the last packet left, or will leave
    sword delay_ns; // from one packet to the next
    word length;    // packets waiting
    word depth;     // packets that may wait
} queue;

SIZE(queue, 32);
AT(queue, depth, 24);

// 1: the packet goes through the queue at once, which notes it. 0: it is Python's, with whatever is to be done.
LOOKUP word queue_passes(queue *const *ports, word known_ports, word priorities, word port, word priority, sword now_ns)
{
    if (port >= known_ports || priority >= priorities || !ports[port])
        return 0;
    queue *by = &ports[port][priority];
    if (by->last_ns + by->delay_ns > now_ns || by->length || !by->depth)
        return 0;
    by->last_ns = now_ns;
    return 1;
}
