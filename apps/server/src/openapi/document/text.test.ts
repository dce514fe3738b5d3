/** Texts of documents: what is read, and where broken ones are said to be broken. */
import { expect, test } from 'vitest';
import { DocumentFault } from './fault.js';
import { locateIn, textMap } from './lines.js';
import { parseText } from './text.js';

const faultOf = async (text: string, file?: string): Promise<string> => {
  const error: unknown = await parseText(text, file).catch((thrown: unknown) => thrown);
  if (!(error instanceof DocumentFault)) throw new Error(`it was read: ${JSON.stringify(error)}`);
  return error.message;
};

test.each<[what: string, text: string, value: unknown]>([
  ['JSON', '{"a": [1, "two", null]}', { a: [1, 'two', null] }],
  ['JSON with tabs', '{\n\t"a": 1\n}', { a: 1 }],
  ['a byte order mark', '\uFEFF{"a": 1}', { a: 1 }],
  ['a byte order mark before YAML', '\uFEFFa: 1', { a: 1 }],
  ['a name twice in JSON: the last one wins', '{"a": 1, "a": 2}', { a: 2 }],
  ['YAML with braces', '{a: 1, b: [x, y]}', { a: 1, b: ['x', 'y'] }],
  ['JSON with a comma too many, as YAML', '{"a": 1,}', { a: 1 }],
  ['numbers as names', '200: fine\n"404": none', { 200: 'fine', 404: 'none' }],
  ['dates, which stay text', 'a: 2026-11-27\nb: 2026-11-27T10:00:00Z', { a: '2026-11-27', b: '2026-11-27T10:00:00Z' }],
  ['words that YAML 1.1 took for booleans', 'a: yes\nb: off\nno: n', { a: 'yes', b: 'off', no: 'n' }],
  ['anchors', 'a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
  ['merge keys', 'a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3', { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } }],
  [
    'several merged at once',
    'a: &x {b: 1}\nc: &y {d: 2}\ne:\n  <<: [*x, *y]',
    { a: { b: 1 }, c: { d: 2 }, e: { b: 1, d: 2 } },
  ],
  ['numbers that cannot be held', '{"a": 1e999, "b": [-1e999]}', { a: Number.MAX_VALUE, b: [-Number.MAX_VALUE] }],
  ['numbers that JSON does not have', 'a: .inf\nb: .nan', { a: Number.MAX_VALUE, b: null }],
])('reads %s', async (_, text, value) => {
  expect(await parseText(text)).toStrictEqual(value);
});

test.each(['{"__proto__": {"polluted": 1}, "a": 2}', '__proto__: {polluted: 1}\na: 2'])(
  'takes __proto__ for a name: %s',
  async (text) => {
    const value = await parseText(text);
    expect(Object.keys(value as object)).toStrictEqual(['__proto__', 'a']);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  },
);

test('copies what several places share', async () => {
  const value = (await parseText('a: &x {b: 1}\nc: *x')) as { a: object; c: object };
  expect(value.a).not.toBe(value.c);
});

test.each<[what: string, text: string, message: RegExp]>([
  ['nothing', '', /^f\.yaml: it is empty$/],
  ['blanks', ' \n\n', /^f\.yaml: it is empty$/],
  ['a byte order mark alone', '\uFEFF', /^f\.yaml: it is empty$/],
  ['tabs', 'a:\n\tb: 1', /^f\.yaml:2:1: it is not valid YAML: tab characters/],
  ['a list that does not end', 'a: [1, 2\nb: 3', /^f\.yaml:2:1: it is not valid YAML/],
  ['a text that does not end', 'a: "x', /^f\.yaml:1:6: it is not valid YAML/],
  ['an indentation that is none', 'a:\n  b: 1\n c: 2', /^f\.yaml:3:2: it is not valid YAML/],
  ['an alias of nothing', 'a: *b', /^f\.yaml:1:5: it is not valid YAML: unidentified alias/],
  ['a tag that nobody knows', 'a: !include b.yaml', /^f\.yaml:1:4: it is not valid YAML: unknown scalar tag/],
  ['a NUL byte', 'a: \0', /^f\.yaml:1:4: it is not valid YAML: null byte/],
  ['several documents', 'a: 1\n---\nb: 2', /several documents of YAML/],
  ['a circle', 'a: &x\n  b: *x', /it holds itself/],
  ['XML', '<swagger/>', /XML or HTML/],
  ['levels without end', '['.repeat(2_000), /nested more than 1000 levels/],
  ['levels without end that end', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, /nested more than 1000 levels/],
  ['levels of objects in YAML', `a: ${'{a: '.repeat(2_000)}1${'}'.repeat(2_000)}`, /nested more than 1000 levels/],
])('says that %s is no document', async (_, text, message) => {
  expect(await faultOf(text, 'f.yaml')).toMatch(message);
});

test('says every name that stands twice', async () => {
  const said = await faultOf('a: 1\nb:\n  c: 1\n  c: 2\na: 2', 'f.yaml');
  expect(said.split('\n')).toStrictEqual(['f.yaml:4:3: "c" stands here twice', 'f.yaml:5:1: "a" stands here twice']);
});

test('says where JSON is broken, in words of JSON', async () => {
  expect(await faultOf('{\n  "a": 1\n  "b": 2\n}', 'f.json')).toBe(
    'f.json:3:3: it is not valid JSON: a comma is expected',
  );
});

test('bounds what aliases repeat', async () => {
  const lines = Array.from(
    { length: 12 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(', ')}]`,
  );
  expect(await faultOf(`a0: &a0 [x, y]\n${lines.join('\n')}`)).toMatch(/repeat too much/);
});

const YAML = `openapi: 3.1.0
paths:
  /pets/{id}:
    get:
      tags:
        - one
        - "two"
      responses: { 200: { description: x } }
  'quoted~name': &anchor
    a: 1
copy: *anchor
`;

test.each<[pointer: string, line: number | undefined, column?: number]>([
  ['', 1, 1],
  ['/openapi', 1, 1],
  ['/paths/~1pets~1{id}', 3, 3],
  ['/paths/~1pets~1{id}/get/tags/1', 7, 11],
  ['/paths/~1pets~1{id}/get/responses/200/description', 8, 27],
  ['/paths/quoted~0name', 9, 3],
  ['/paths/quoted~0name/a', 10, 5],
  ['/copy', 11, 1],
  ['/copy/a', undefined],
  ['/nothing', undefined],
  ['/paths/~1pets~1{id}/get/tags/2', undefined],
  ['/paths/~1pets~1{id}/get/tags/x', undefined],
])('locates %j in YAML', async (pointer, line, column) => {
  expect(await locateIn(YAML, pointer)).toStrictEqual(line === undefined ? undefined : { line, column });
});

test('locates in JSON, in one line and in several', async () => {
  expect(await locateIn('{"a": [10, {"b": true}]}', '/a/1/b')).toStrictEqual({ line: 1, column: 13 });
  expect(await locateIn('{\n\t"a": {\n\t\t"b": null\n\t}\n}', '/a/b')).toStrictEqual({ line: 3, column: 3 });
});

test('has no positions of what is broken', async () => {
  expect(await textMap('a: [')).toBeUndefined();
});
