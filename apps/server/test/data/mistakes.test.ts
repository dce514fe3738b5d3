/** Data that cannot be served: each mistake is one line that names what is wrong, held against a golden file. */
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServer } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { createUnderstudy, OptionError } from '../../src/index.js';
import { long } from '../long.js';
import { useFolder } from '../use.js';

const folder = useFolder();

/** Mistakes, by what the file has in it. */
const issues: Readonly<Record<string, string | Buffer>> = {
  nothing: '',
  'no JSON': '{\n  "posts": [\n    { "id": 1, }\n  ]\n}',
  'a text that never ends': '{ "posts": [{ "title": "a\n" }] }',
  'JSON and more': '{ "posts": [] } x',
  'UTF-16': Buffer.from('\uFEFF{"posts":[]}', 'utf16le'),
  'an array': '[{ "id": 1 }]',
  'a text': '"posts"',
  null: 'null',
  'no collection': '{}',
  'a number at the top': '{ "posts": 5 }',
  'a name with a slash': '{ "a/b": [] }',
  'an empty name': '{ "": [] }',
  'a name that begins with a digit': '{ "2024": [] }',
  'a name of a router': '{ "then": [] }',
  'a name of tRPC': '{ "trpc": [] }',
  auth: '{ "auth": [] }',
  oauth: '{ "oauth": {} }',
  webhooks: '{ "webhooks": [] }',
  sandboxes: '{ "Sandboxes": [] }',
  'names that differ in case': '{ "posts": [], "Posts": [] }',
  'names that differ in a dash': '{ "blog-posts": [], "blogPosts": {} }',
  'a text among records': '{ "posts": [{ "id": 1 }, "two"] }',
  'null among records': '{ "posts": [null] }',
  'an array among records': '{ "posts": [[]] }',
  'a number too large': '{ "posts": [{ "id": 1, "author": { "age": 1e999 } }] }',
  'a name __proto__': '{ "__proto__": [] }',
  'a name with a letter beyond a to z': '{ "größen": [] }',
  'a name that is very long': `{ "${'x'.repeat(65)}": [] }`,
  'too deep': `{ "posts": [{ "a": ${'['.repeat(64)}${']'.repeat(64)} }] }`,
  'far too deep': `{ "posts": [{ "a": ${'['.repeat(100_000)}${']'.repeat(100_000)} }] }`,
};

function messageOf(data: string | object): string {
  try {
    void createUnderstudy({ data }).close();
    return 'no mistake';
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError);
    return (error as Error).message;
  }
}

/** What is said of a file, without its folder. */
function said(name: string, content: string | Buffer): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, content);
  return messageOf(path).replaceAll(`${folder}/`, '').replaceAll(`${name}.json`, 'db.json');
}

it('says each in one line', async () => {
  const lines = Object.entries(issues).map(([name, content]) => [name, said(name, content)]);
  await expect(`${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`).toMatchFileSnapshot('mistakes.json');
  for (const [name = '', line = ''] of lines) {
    expect(line, name).not.toContain('\n');
    expect(line, name).not.toBe('no mistake');
  }
});

it('says that there is no file, that it is a folder, and that it is too large', () => {
  expect(messageOf(join(folder, 'none.json'))).toMatch(/none\.json", but there is no such file$/);
  expect(messageOf(folder)).toMatch(/", but that is a directory$/);
  const large = join(folder, 'large.json');
  writeFileSync(large, '');
  truncateSync(large, 300_000_000);
  expect(messageOf(large)).toMatch(/large\.json", but it has 300 MB, and at most 100 MB can be served$/);
});

it('takes a byte order mark, and the schema that an editor looks for', () => {
  const path = join(folder, 'bom.json');
  writeFileSync(path, '\uFEFF{ "$schema": "./schema.json", "posts": [] }');
  expect(messageOf(path)).toBe('no mistake');
});

describe('what is handed over as an object', () => {
  const circle: Record<string, unknown> = {};
  circle['posts'] = [circle];
  const deep = JSON.parse(`{ "posts": [${'['.repeat(100_000)}${']'.repeat(100_000)}] }`) as object;
  it.each([
    [{ posts: [{ id: 1, price: Number.NaN }] }, 'the option data is given, but price is NaN, which JSON does not have'],
    [circle, 'the option data is given, but JSON cannot hold it'],
    [deep, 'the option data is given, but it is nested too deep'],
    [{ posts: [{ id: 1n }] }, 'the option data is given, but JSON cannot hold it'],
    [[], 'the option data is given, but its top level is an array, and must be an object of arrays and objects'],
  ])('%#', (data, message) => {
    expect(messageOf(data)).toBe(message);
  });
});

it('refuses what is said of data where there is none', () => {
  expect(() => createUnderstudy({ bare: true })).toThrow(
    new OptionError('the option bare is on, but is about the records of the option data, and none is given'),
  );
});

long('ends the command with 2', async () => {
  const path = join(folder, 'db.json');
  writeFileSync(path, '{ "posts": [{ "id": 1 }, 2] }');
  const { code, stdout, stderr } = await runServer(['--data', path]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `understudy: --data is ${JSON.stringify(path)}, but posts[1] is a number, and a collection holds objects only\n`,
  );
});
