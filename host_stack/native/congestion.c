// SPDX-License-Identifier: Apache-2.0
// What a SACK tells congestion control: NSCC where it only grows or holds its window (`Nscc.on_sack`), step for step.
#include "packets.h"

enum { LEAST_SHARE = 16, FAST_SHARE = 12 };

// Whether a period of quick adapt ends with this SACK in which so little arrived, and something was trimmed or late.
static bool may_adapt(const object *nscc, const object *numbers, sword received, sword delay, sword now)
{
    sword end = get_int(nscc, Nscc__qa_end_ns), achieved = get_int(nscc, Nscc__achieved) + received;
    if (now < end || !end || (!is_true(nscc, Nscc__trigger_qa) && delay <= get_int(numbers, NsccNumbers_qa_threshold)))
        return 0;
    sword gate = get_int(numbers, NsccNumbers_qa_gate);
    return gate >> 5 || (achieved > 0 && (double)achieved < get_float(nscc, Nscc__max_cwnd) / (double)((word)1 << gate));
}

// The window grows, or is held, by one SACK; whether that is all that happens. If not, nothing has happened.
static bool grow(object *nscc, sword received, sword inflight, bool marked, sword rtt, sword now, sword full_rtt)
{
    object *numbers = get(nscc, Nscc__numbers), *peaks = get(nscc, Nscc__peaks);
    sword base = get_int(nscc, Nscc_base_rtt), target = get_int(numbers, NsccNumbers_target_delay);
    bool sampled = rtt >= get_int(numbers, NsccNumbers_base_rtt) / LEAST_SHARE;
    double average = get_float(nscc, Nscc__delay), cwnd = get_float(nscc, Nscc_cwnd);
    sword delay = sampled ? most(0, rtt - base) : (sword)average;
    sword ignored = get_int(nscc, Nscc__ignored) + received;
    if (now >= get_int(nscc, Nscc__base_ends_ns) || (full_rtt >= 0 && full_rtt < get_int(nscc, Nscc__least_ns)) ||
        is_true(numbers, NsccNumbers_disable_qa) || may_adapt(nscc, numbers, received, delay, now) ||
        (marked && (delay >= target || ignored < get_int(nscc, Nscc__ignore))) || cwnd < 1 || base < 1 || PyErr_Occurred())
        return 0;
    sword since_adjusted = get_int(nscc, Nscc__received) + received;
    put_int(nscc, Nscc__ignored, ignored);
    add(nscc, Nscc__achieved, received);
    if (now >= get_int(nscc, Nscc__qa_end_ns)) {
        put_bool(nscc, Nscc__trigger_qa, is_true(nscc, Nscc__trigger_qa) && !get_int(nscc, Nscc__achieved));
        put_int(nscc, Nscc__achieved, 0);
        put_int(nscc, Nscc__qa_end_ns, now + base + target);
    }
    sword flight = inflight + received, since_peak = now - get_int(nscc, Nscc__peak_ns);
    sword before = value_of(tuple_item(peaks, 0)), peak = value_of(tuple_item(peaks, 1));
    if (since_peak > base || flight > peak) {
        sword first = since_peak <= base ? before : since_peak <= 2 * base ? peak : 0;
        object *one = integer(first), *other = integer(flight);
        put(nscc, Nscc__peaks, PyTuple_Pack(2, one, other));
        Py_DecRef(one);
        Py_DecRef(other);
        if (since_peak > base)
            put_int(nscc, Nscc__peak_ns, now);
    }
    if (sampled) {
        double weight = (double)most(now - get_int(nscc, Nscc__delay_ns), TICK_NS) / (double)base;
        put_float(nscc, Nscc__delay, average + ((double)delay - average) * (weight < 1 ? weight : 1));
        put_int(nscc, Nscc__delay_ns, now);
    }
    double increase = get_float(nscc, Nscc__increase), most_cwnd = get_float(nscc, Nscc__max_cwnd);
    bool faster = 0;
    if (!marked && delay >= target)
        increase += get_float(numbers, NsccNumbers_fi) * (double)received;
    else if (!marked) {
        if (delay <= base / FAST_SHARE) {
            sword fast_bytes = get_int(nscc, Nscc__fast_bytes) + received;
            put_int(nscc, Nscc__fast_bytes, fast_bytes);
            faster = is_true(nscc, Nscc__fast) || (double)fast_bytes > cwnd;
            put_bool(nscc, Nscc__fast, faster);
        } else {
            put_bool(nscc, Nscc__fast, 0);
            put_int(nscc, Nscc__fast_bytes, 0);
        }
        if (faster) {
            double grown = cwnd + (double)received * get_float(numbers, NsccNumbers_fi_scale);
            cwnd = grown < most_cwnd ? grown : most_cwnd;
            put_float(nscc, Nscc_cwnd, cwnd);
        } else
            increase += get_float(numbers, NsccNumbers_alpha) * (double)received * (double)(target - delay);
    }
    bool over = now - get_int(nscc, Nscc__adjusted_ns) >= get_int(numbers, NsccNumbers_adjust_period_threshold);
    if (over || since_adjusted > get_int(numbers, NsccNumbers_adjust_bytes_threshold)) {
        double grown = cwnd + increase / cwnd;
        if (over) {
            put_int(nscc, Nscc__adjusted_ns, now);
            grown += get_float(numbers, NsccNumbers_eta);
        }
        put_float(nscc, Nscc_cwnd, grown < most_cwnd ? grown : most_cwnd);
        increase = 0;
        since_adjusted = 0;
    }
    put_float(nscc, Nscc__increase, increase);
    put_int(nscc, Nscc__received, since_adjusted);
    return 1;
}

// `CongestionController.on_sack` of a destination's algorithm, whichever; whether that went well. Of `rtt` and
// `full_rtt` -1 is None.
bool tell_controller(object *to, sword received, bool marked, sword rtt, sword penalty, bool restore, sword now,
                     sword full_rtt)
{
    object *controller = get(to, Destination_controller);
    if (type_of(controller) == the[the_FixedWindow])
        return 1;
    if (type_of(controller) == the[the_Nscc] && !penalty &&
        !(restore && PyObject_IsTrue(get(controller, Nscc_saved_cwnd))) &&
        grow(controller, received, get_int(to, Destination_inflight), marked, rtt, now, full_rtt)) {
        put_int(to, Destination_window, (sword)get_float(controller, Nscc_cwnd));
        return 1;
    }
    object *numbers[] = {
        0, to, integer(received), BOOL(marked), rtt < 0 ? kept(NONE) : integer(rtt), integer(penalty),
        BOOL(restore), integer(now), full_rtt < 0 ? kept(NONE) : integer(full_rtt),
    };
    bool fine = done(PyObject_Vectorcall(the[the_tell_controller], numbers + 1, 8 | FREE_PLACE, 0));
    Py_DecRef(numbers[2]);
    Py_DecRef(numbers[4]);
    Py_DecRef(numbers[5]);
    Py_DecRef(numbers[7]);
    Py_DecRef(numbers[8]);
    return fine;
}
