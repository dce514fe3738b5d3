/** A file that cannot be written: nothing of it is lost, and a line says why. */
import fs, { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataFile } from './data-file.js';

/** The functions that fail, each with the code of its error, and how often. */
const failing = new Map<string, { readonly code: string; times: number }>();

/** Makes the functions fail for whoever has imported them: files of tests may share their modules. */
function failOnDemand(): void {
  // Node's own functions call each other by what is exported as well.
  let depth = 0;
  const within = (call: () => unknown): unknown => {
    depth += 1;
    try {
      return call();
    } finally {
      depth -= 1;
    }
  };
  for (const name of ['openSync', 'renameSync', 'writeFileSync'] as const) {
    const call = fs[name] as (...given: unknown[]) => unknown;
    vi.spyOn(fs, name).mockImplementation(((...given: unknown[]) => {
      // Only a text that is written by its path is one that overwrites; what is opened to be read does not fail.
      const isOther = typeof given[0] === 'number' || (name === 'openSync' && given[1] !== 'wx');
      const fault = isOther || depth > 0 ? undefined : failing.get(name);
      if (fault === undefined || fault.times === 0) return within(() => call(...given));
      fault.times -= 1;
      // Half of it is there by then.
      if (name === 'writeFileSync') within(() => call(given[0], String(given[1]).slice(0, 9)));
      throw Object.assign(new Error(fault.code), { code: fault.code });
    }) as never);
  }
  syncBuiltinESMExports();
}

const text = '{ "a": [{ "id": 1 }] }\n';
const now = { a: [{ id: 1 }, { id: 2 }] };
const next = '{ "a": [{ "id": 1 }, { "id": 2 }] }\n';

let path = '';
const lines: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  path = join(mkdtempSync(join(tmpdir(), 'understudy-file-')), 'db.json');
  writeFileSync(path, text);
  lines.length = 0;
  failOnDemand();
});
afterEach(() => {
  failing.clear();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  vi.useRealTimers();
});

const fails = (name: string, code: string, times = Infinity) => failing.set(name, { code, times });
const open = () => new DataFile(path, (line) => lines.push(line.replaceAll(path, 'db.json')));
const there = () => [readFileSync(path, 'utf8'), readdirSync(join(path, '..')).length];

it.each([
  ['openSync', 'EACCES'],
  ['openSync', 'EROFS'],
  ['renameSync', 'EPERM'],
])('stays as it was where %s is %s, and is written once it can be', async (name, code) => {
  fails(name, code, 2);
  const file = open();
  file.changed(() => now);
  expect(there()).toEqual([text, 1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(lines).toEqual([`db.json cannot be written (${code}); changes stay in memory`]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(there()).toEqual([next, 1]);
  expect(lines.slice(1)).toEqual(['db.json is written again']);
  file.close();
});

it('is overwritten where it cannot be replaced, and once more where that broke off', async () => {
  fails('renameSync', 'EBUSY');
  const file = open();
  file.changed(() => now);
  expect([...there(), lines]).toEqual([next, 1, []]);
  fails('writeFileSync', 'ENOSPC', 1);
  await vi.advanceTimersByTimeAsync(60_000);
  file.changed(() => ({ a: [] }));
  expect(there()).toEqual(['{ "a": []', 1]);
  // Back to what it was before: that is no longer in it.
  file.changed(() => now);
  await vi.advanceTimersByTimeAsync(1000);
  expect([...there(), lines]).toEqual([
    next,
    1,
    ['db.json cannot be written (ENOSPC); changes stay in memory', 'db.json is written again'],
  ]);
  file.close();
});

it('says at the end where the data is, or that it is nowhere', () => {
  fails('openSync', 'EACCES');
  const file = open();
  file.changed(() => now);
  file.close();
  const [, other = ''] = /is in (.*)$/.exec(lines.at(-1) ?? '') ?? [];
  expect(readFileSync(other, 'utf8')).toBe(next);
  fails('writeFileSync', 'ENOSPC');
  file.close();
  expect(lines.at(-1)).toMatch(/the data as it was at the end is lost: .* cannot be written either \(ENOSPC\)$/);
});
