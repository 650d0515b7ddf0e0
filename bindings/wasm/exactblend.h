/* exactblend in WebAssembly: a problem in, its steps or the verdicts on an answer out.
 *
 *     eb_reset();
 *     eb_set(EB_WEIGHTS, "1/4,1/4,1/2", 11);
 *     eb_set(EB_VALUES, "(2,0) (0,3) (1,1)", 17);
 *     if (eb_show(EB_TEXT, 0, 80) == EB_DONE) print(eb_result_data(), eb_result_size());
 *
 * docs/wasm.md has the same from JavaScript. There is one problem at a time, the current one, and
 * one result; calls come from one thread. All text is UTF-8, a pointer and a size in bytes, with
 * no 0 at its end. Numbers are texts as people type them (docs/numbers.md), so that nothing is
 * rounded on its way in.
 *
 * Results. Every function that returns an int returns one of EB_DONE, EB_UNUSABLE and EB_LIMIT,
 * and leaves a result: after EB_DONE what was asked for (nothing, after eb_set and eb_flag), else
 * the error as JSON, with "field" and "column" where they are known:
 *
 *     {"code": "weights-short", "field": "weights", "column": 1,
 *      "wrong": "the weights sum to 9/10, 1/10 less than 1", "right": "…"}
 *
 * Limits. Those of the library (number/read.hpp, lesson/problem.hpp), checked before anything is
 * computed; and the memory, up to 4 GiB. Where that runs out, and where an invariant is broken,
 * the module traps: what was in it is then lost, and a new instance is needed.
 */
#ifndef EXACTBLEND_WASM_EXACTBLEND_H
#define EXACTBLEND_WASM_EXACTBLEND_H

#include <stddef.h>

#if defined(__wasm__)
#define EB_API(name) __attribute__((export_name(#name)))
#else
#define EB_API(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns; the same numbers as the program's exit codes. */
enum EbStatus {
  EB_DONE = 0,
  EB_UNUSABLE = 2, /* what was given can't be used */
  EB_LIMIT = 3     /* a limit was hit */
};

/* The parts of a problem, and of an answer to it. */
enum EbField {
  EB_TITLE = 0,
  EB_NOTE = 1,      /* each call adds one */
  EB_KEY = 2,       /* a label; each call adds one, in order. None, or one for each key */
  EB_COMPONENT = 3, /* as EB_KEY, of a component */
  EB_QUERY = 4,     /* as EB_KEY, of a query */
  EB_WEIGHTS = 5,   /* 1/4,1/4,1/2 or as a ratio 1:1:2; rows: (1/4,3/4) (1,0) */
  EB_SCORES = 6,    /* as EB_WEIGHTS: 0,0,1/2 */
  EB_VALUES = 7,    /* (2,0) (0,3) (1,1) */
  EB_SUM = 8,       /* of an answer: the sum of the weights */
  EB_SCALED = 9,    /* of an answer: (1/2,0) (0,3/4) (1/2,1/2) */
  EB_OUTPUT = 10,   /* of an answer: (1,5/4) */
  /* The author's own sentences, instead of the module's (docs/problem-format.md#sentences). */
  EB_INTRODUCTION = 11, /* We blend {{keys}} values. */
  EB_SOFTMAX = 12,
  EB_NORMALIZE_SENTENCE = 13,
  EB_ASSIGN = 14,
  EB_SCALE = 15,
  EB_ADD = 16, /* The output is {{output}}. */
  EB_BOUNDARY = 17,
  EB_SUMMARY = 18
};

enum EbFlag {
  EB_NORMALIZE = 0, /* divide each row of weights by its exact sum, and show it */
  EB_SIGNED = 1     /* allow negative weights: an affine blend */
};

enum EbForm { EB_TEXT = 0, EB_MARKDOWN = 1, EB_LATEX = 2, EB_JSON = 3 };

/* Memory for a text that the caller writes, and gives back with eb_free once the call that reads
 * it has returned. 0 if there is no memory for it. */
EB_API(eb_alloc) void* eb_alloc(size_t size);
/* pointer: from eb_alloc, once; or 0, which does nothing. */
EB_API(eb_free) void eb_free(void* pointer);

/* Forgets the problem, the answer, the flags and the result. */
EB_API(eb_reset) void eb_reset(void);

/* Sets one part; text is read at once and copied. A second call replaces what the first one set,
 * but for those fields that a call adds to. Weights, scores, values and sentences are read here,
 * and refused with the column; what was refused counts as not given. What a sentence's names stand
 * for is looked up when the problem is shown. An answer's parts are read by eb_check.
 * field: an EbField; another number is refused (code "usage"). */
EB_API(eb_set) int eb_set(int field, const char* text, size_t size);

/* flag: an EbFlag; on: 0 or not. Off until it is set. */
EB_API(eb_flag) int eb_flag(int flag, int on);

/* The steps of the current problem, which stays as it is.
 * form: an EbForm. full: if not 0, no sum, vector or list is abbreviated (JSON never does).
 * width: columns of EB_TEXT, from 20 to 1000, or 0 for 80; the other forms don't read it.
 * Errors: those of the problem as a whole: too few weights, a sum that is not 1, and so on. */
EB_API(eb_show) int eb_show(int form, int full, size_t width);

/* The verdicts on the answer, as JSON (docs/trace.md); at least one of EB_SUM, EB_SCALED and
 * EB_OUTPUT must be set. The answer is used up by this; the problem stays.
 * query: from 1. EB_DONE says only that there are verdicts, also where these are "wrong".
 * Errors: those of eb_show; no answer, no such query, no assigned weights. */
EB_API(eb_check) int eb_check(size_t query);

/* The result, in memory that belongs to the module and stays valid until the next call of any
 * function but these two. */
EB_API(eb_result_data) const char* eb_result_data(void);
EB_API(eb_result_size) size_t eb_result_size(void);

#ifdef __cplusplus
}
#endif

#endif
