// Tests the module that bindings/wasm/build.sh built, under plain node (18 or newer, no packages).
//
//     bindings/wasm/build.sh build/wasm && node tests/wasm/run.mjs build/wasm
//
// Every example goes through the C interface of bindings/wasm/exactblend.h, and what comes out is
// compared to the letter with tests/approved/, which the native program is held to as well.
//
// The examples are read by JSON.parse, which turns a JSON number into a double and loses the text
// that the program would read: 0.1000000000000000055 becomes 0.1. So numbers that matter are
// strings in the examples; the few JSON numbers in them are small integers, which survive.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const out = process.argv[2];
if (!out) {
  console.error('usage: run.mjs OUTDIR (where bindings/wasm/build.sh put exactblend.wasm)');
  process.exit(2);
}
const bytes = readFileSync(join(out, 'exactblend.wasm'));
const module = new WebAssembly.Module(bytes);
const readText = (...path) => readFileSync(join(root, ...path), 'utf8');

// The numbers of exactblend.h.
const DONE = 0, UNUSABLE = 2, LIMIT = 3;
const FIELD = { title: 0, note: 1, key: 2, component: 3, query: 4, weights: 5, scores: 6, values: 7, sum: 8, scaled: 9,
                output: 10, introduction: 11, softmax: 12, normalize: 13, assign: 14, scale: 15, add: 16, boundary: 17,
                summary: 18 };
const ANSWER = ['sum', 'scaled', 'output'];
const FLAG = { normalize: 0, signed: 1 };
const FORM = { txt: 0, md: 1, tex: 2, json: 3 };

let checks = 0;
const failures = [];
function check(name, is, wanted) {
  checks += 1;
  if (is === wanted) return;
  let at = 0;
  while (typeof is === 'string' && typeof wanted === 'string' && is[at] === wanted[at]) at += 1;
  const near = (value) => JSON.stringify(typeof value === 'string' ? value.slice(Math.max(0, at - 20), at + 40) : value);
  failures.push(`${name}: ${near(is)}, not ${near(wanted)}`);
}

// One instance of the module, with texts instead of pointers.
class Blend {
  constructor() {
    const { exports } = new WebAssembly.Instance(module, {});
    exports._initialize();
    this.exports = exports;
  }
  get memory() { return this.exports.memory.buffer.byteLength; }
  result() {
    const { memory, eb_result_data, eb_result_size } = this.exports;
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(memory.buffer, eb_result_data(), eb_result_size()));
  }
  // text: a string, or bytes that need not be UTF-8.
  set(field, text) {
    const data = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const pointer = this.exports.eb_alloc(data.length);
    new Uint8Array(this.exports.memory.buffer, pointer, data.length).set(data);
    const status = this.exports.eb_set(FIELD[field] ?? field, pointer, data.length);
    this.exports.eb_free(pointer);
    return status;
  }
  flag(flag, on) { return this.exports.eb_flag(FLAG[flag] ?? flag, on ? 1 : 0); }
  show(form, full = false, width = 0) { return this.exports.eb_show(FORM[form] ?? form, full ? 1 : 0, width); }
  check(query = 1) { return this.exports.eb_check(query); }
  reset() { this.exports.eb_reset(); }
  error() { return JSON.parse(this.result()); }
}

const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const vectors = (value) => (typeof value === 'string' ? value : value.map((v) => `(${list(v).join()})`).join(' '));
// One row of numbers is a row; rows are put in parentheses.
function rows(value, separator) {
  if (typeof value === 'string') return value;
  return value.some(Array.isArray) ? value.map((row) => `(${row.join(separator)})`).join(' ') : value.join(separator);
}

function setProblem(blend, problem) {
  blend.reset();
  const set = (field, text) => check(`eb_set(${field}) of ${problem.title}`, blend.set(field, text), DONE);
  if (problem.title) set('title', problem.title);
  for (const note of list(problem.notes)) set('note', note);
  for (const [field, name] of [['key', 'keys'], ['component', 'components'], ['query', 'queries']]) {
    for (const label of list(problem.labels?.[name])) set(field, label);
  }
  if (problem.weights) set('weights', rows(problem.weights, ','));
  if (problem.ratio) set('weights', rows(problem.ratio, ':'));
  if (problem.scores) set('scores', rows(problem.scores, ','));
  set('values', vectors(problem.values));
  for (const [name, text] of Object.entries(problem.sentences ?? {})) set(name, text);
  for (const flag of ['normalize', 'signed']) check(`eb_flag(${flag})`, blend.flag(flag, problem[flag]), DONE);
}

const blend = new Blend();
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));

function imports_nothing() {
  check('imports', JSON.stringify(WebAssembly.Module.imports(module)), '[]');
}

function shows_every_example_as_approved() {
  check('there are examples', examples.length > 0, true);
  for (const example of examples) {
    const name = example.replace(/\.json$/, '');
    setProblem(blend, JSON.parse(readText('examples', example)));
    for (const form of Object.keys(FORM)) {
      check(`show ${name}.${form}`, blend.show(form), DONE);
      check(`${name}.${form}`, blend.result(), readText('tests/approved', `${name}.${form}`));
    }
  }
}

// The same problem as in tests/scripts/approved.py.
function manyKeys() {
  const keys = Array.from({ length: 40 }, (_, j) => j + 1);
  const components = Array.from({ length: 12 }, (_, i) => i + 1);
  return {
    title: 'Many keys',
    weights: keys.map((j) => `${j}/820`),
    values: keys.map((j) => components.map((i) => `${((i * j) % 11) - 5}/${(i % 4) + 1}`)),
  };
}

function shortens_and_shows_in_full_as_approved() {
  setProblem(blend, manyKeys());
  for (const form of ['txt', 'md', 'tex']) {
    for (const full of [false, true]) {
      const name = `many-keys${full ? '-full' : ''}.${form}`;
      check(`show ${name}`, blend.show(form, full), DONE);
      check(name, blend.result(), readText('tests/approved', name));
    }
  }
}

function fits_the_width() {
  setProblem(blend, manyKeys());
  for (const width of [20, 40, 60, 1000]) {
    check(`show at width ${width}`, blend.show('txt', true, width), DONE);
    // A formula's part that can't be broken may be longer than the narrowest lines.
    const longest = Math.max(...blend.result().split('\n').map((line) => line.length));
    check(`${longest} columns at width ${width}`, longest <= Math.max(width, 40), true);
  }
  for (const width of [1, 19, 1001, 2 ** 32 - 1]) {
    check(`show at width ${width}`, blend.show('txt', false, width), UNUSABLE);
    check(`code at width ${width}`, blend.error().code, 'usage');
  }
}

function checks_answers_as_approved() {
  for (const example of JSON.parse(readText('tests/data/check_cases.json')).cases) {
    setProblem(blend, JSON.parse(readText('examples', `${example.problem}.json`)));
    for (const part of ANSWER) {
      if (example[part] !== undefined) check(`eb_set(${part})`, blend.set(part, example[part]), DONE);
    }
    check(`check ${example.name}`, blend.check(example.query ?? 1), DONE);
    check(`check-${example.name}.json`, blend.result(), readText('tests/approved', `check-${example.name}.json`));
  }
}

function uses_an_answer_up_and_keeps_the_problem() {
  setProblem(blend, JSON.parse(readText('examples/assigned-weights.json')));
  for (const [output, verdict, slip] of [['(1,5/4)', 'correct'], ['(5/4,1)', 'wrong', 'components-swapped'],
                                         ['(1,', 'unreadable'], ['(1,1.25)', 'other form']]) {
    blend.set('output', output);
    check(`check ${output}`, blend.check(), DONE);
    const [answer] = JSON.parse(blend.result()).answers;
    check(`verdict on ${output}`, answer.verdict, verdict);
    check(`slip of ${output}`, answer.slip, slip);
  }
  check('check without an answer', blend.check(), UNUSABLE);
  check('its code', blend.error().code, 'missing-field');
  blend.set('sum', '1');
  check('check of no query', blend.check(2), UNUSABLE);
  blend.set('sum', '1');
  check('check of query 0', blend.check(0), UNUSABLE);
  check('its code', blend.error().code, 'wrong-count');
}

function refuses_with_the_reason_and_the_place() {
  blend.reset();
  check('show without a problem', blend.show('txt'), UNUSABLE);
  check('its code', blend.error().code, 'missing-field');

  blend.set('values', '(2,0) (0,3) (1,1)');
  blend.set('weights', '1/4,1/4,2/5');
  check('weights that sum to 9/10', blend.show('txt'), UNUSABLE);
  check('their code', blend.error().code, 'weights-short');
  check('their field', blend.error().field, 'weights');
  check('their column', blend.error().column, 1);
  check(`the exact sum in: ${blend.error().wrong}`, /\b9\/10\b/.test(blend.error().wrong), true);
  check(`the exact shortfall in: ${blend.error().wrong}`, /\b1\/10\b/.test(blend.error().wrong), true);

  blend.set('weights', '1/4,-1/4,1');
  check('a negative weight', blend.show('txt'), UNUSABLE);
  check('its code', blend.error().code, 'negative-weight');
  check('its column', blend.error().column, 5);
  blend.flag('signed', true);
  check('the same as an affine blend', blend.show('txt'), DONE);

  blend.set('key', 'one');
  check('one label for three keys', blend.show('txt'), UNUSABLE);
  check('its field', blend.error().field, 'labels');

  check('1/0 among the values', blend.set('values', '(2,0) (0,1/0)'), UNUSABLE);
  check('its code', blend.error().code, 'zero-denominator');
  check('its field', blend.error().field, 'values');
  check('its column', blend.error().column, 12);
  check('what was refused is not given', blend.show('txt'), UNUSABLE);
  check('its code', blend.error().code, 'missing-field');

  setProblem(blend, JSON.parse(readText('examples/own-words.json')));
  check('a sentence with an unknown name is set', blend.set('add', '½ {{outptu}}'), DONE);
  check('and refused when it is shown', blend.show('txt'), UNUSABLE);
  check('its code', blend.error().code, 'unknown-name');
  check('its field', blend.error().field, 'add');
  check('its column', blend.error().column, 5);
  check('a sentence that is not closed', blend.set('add', '{{output'), UNUSABLE);
  check('its code', blend.error().code, 'unclosed-name');
  check('what was refused is not given', blend.show('txt'), DONE);
  check('the sentence is the module\'s', /The scaled values are added/.test(blend.result()), true);
  check('a second sentence replaces the first', blend.set('add', 'One.') + blend.set('add', 'Two.'), DONE);
  blend.show('json');
  check('in the trace too', JSON.parse(blend.result()).steps[2].sentence, 'Two.');

  const start = performance.now();
  check('1e999999999', blend.set('weights', '1e999999999'), LIMIT);
  check('its code', blend.error().code, 'over-limit');
  check('it is refused at once', performance.now() - start < 100, true);

  for (const field of [-1, 19, 2 ** 31 - 1, -(2 ** 31)]) check(`field ${field}`, blend.set(field, '1'), UNUSABLE);
  for (const form of [-1, 4]) check(`form ${form}`, blend.show(form), UNUSABLE);
  for (const flag of [-1, 2]) check(`flag ${flag}`, blend.flag(flag, true), UNUSABLE);
  check('their code', blend.error().code, 'usage');
}

// The same sequence in each run, so that a failure can be found again.
function randomBytes(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
}

function survives_hostile_bytes() {
  const hostile = [[], [0], [0xff], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0xaf],
                   [0x31, 0x2f, 0xff], [0x28, 0x31, 0x2c, 0xc3], [0x1b, 0x5b, 0x33, 0x31, 0x6d]];
  const next = randomBytes(1);
  // Half of them any bytes, half of them those that numbers and vectors are made of.
  const alphabet = new TextEncoder().encode('0123456789/.,:;()[]{}eE+-% \\fracx½−masked');
  for (let i = 0; i < 2000; i += 1) {
    hostile.push(Array.from({ length: next() % 24 }, () => (i % 2 ? next() : alphabet[next() % alphabet.length])));
  }
  try {
    for (const [i, data] of hostile.entries()) {
      for (const field of Object.keys(FIELD)) {
        setProblem(blend, { title: 'hostile', weights: '1/2,1/2', values: '(1) (2)' });
        blend.set(field, Uint8Array.from(data));
        blend.result();
        if (ANSWER.includes(field)) {
          blend.check();
        } else {
          blend.show(i % 4);
        }
        blend.result();  // always UTF-8, or this throws
      }
    }
  } catch (error) {
    failures.push(`hostile bytes: ${error}`);
  }
  checks += 1;
}

function keeps_its_memory() {
  const used = new Blend();
  const problem = JSON.parse(readText('examples/scores.json'));
  const once = () => {
    setProblem(used, problem);
    for (const form of Object.keys(FORM)) used.show(form);
    used.set('output', '(1,3/2)');
    used.check();
    used.set('values', '(1,2');
  };
  for (let i = 0; i < 10; i += 1) once();
  const before = used.memory;
  for (let i = 0; i < 10_000; i += 1) once();
  check('bytes of memory after 10,000 times', used.memory, before);
}

// docs/wasm.md's JavaScript is run as it stands, beside the module, and prints what stands below it.
function documentation_is_right() {
  const [, code, printed] = readText('docs/wasm.md').match(/```js\n(.*?)```.*?```text\n(.*?)```/s) ?? [];
  const ran = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: out, encoding: 'utf8' });
  check('docs/wasm.md', ran, printed);
}

for (const test of [imports_nothing, shows_every_example_as_approved, shortens_and_shows_in_full_as_approved, fits_the_width,
                    checks_answers_as_approved, uses_an_answer_up_and_keeps_the_problem,
                    refuses_with_the_reason_and_the_place, survives_hostile_bytes, keeps_its_memory,
                    documentation_is_right]) {
  try {
    test();
  } catch (error) {
    failures.push(`${test.name}: ${error}`);
  }
}
for (const failure of failures) console.log(failure);
console.log(`${bytes.length} bytes of WebAssembly: ${checks} checks, ${failures.length} failures`);
process.exit(failures.length > 0 ? 1 : 0);
