/** Large JSON is read as JSON.parse reads it, only in parts. */
import { patient } from '@understudy/tooling/patience';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseLargeJson } from './json-text.js';
import { scheduler } from '../listing/scheduler.js';
import { within } from '../../test/attack/budgets.js';
import { inProcess } from '../../test/support.js';

const BROKEN = 'is broken';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return BROKEN;
  }
}

async function parsedInParts(text: string): Promise<unknown> {
  try {
    return await scheduler.run(parseLargeJson(text, 8));
  } catch (error) {
    if (error instanceof SyntaxError) return BROKEN;
    throw error;
  }
}

it('of any value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.nat(2), async (value, spaces) => {
      const text = JSON.stringify(value, null, spaces);
      expect(await parsedInParts(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2000 },
  );
});

it('of any text that is nearly JSON', async () => {
  const marks = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '1', ' ', '"a"', '"a":', 'null');
  const nearly = fc
    .tuple(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.tuple(fc.nat(), fc.nat(2), marks), { maxLength: 3 }))
    .map(([value, changes]) =>
      changes.reduce((text, [at, length, mark]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + mark + text.slice(start + length);
      }, JSON.stringify(value)),
    );
  await fc.assert(
    fc.asyncProperty(nearly, async (text) => {
      expect(await parsedInParts(text)).toEqual(parsed(text));
    }),
    { numRuns: 5000 },
  );
});

describe('of', () => {
  it.each([
    ['{"a":[1,2,3,4,5,6,7,8,9,10],"a":[1]}'],
    ['{"__proto__":[1,2,3,4,5,6,7,8],"b":{"__proto__":{"c":[1]}}}'],
    ['[1,2,3,4,5,6,7,8,]'],
    ['[,1,2,3,4,5,6,7,8]'],
    ['[          ]'],
    ['{"a":[1,2,3,4,5,6}]'],
    ['[{]},{[},1,2,3,4,5]'],
    ['{"a\\\\":["\\"]","b\\\\"]}'],
    ['["unterminated, ]'],
    ['[1,2,3,4,5,6,7] [8]'],
    ['{"a":{"b":{"c":{"d":{"e":[1,2,[3],{}]}}}}}'],
  ])('%s', async (text) => {
    expect(await parsedInParts(text)).toEqual(parsed(text));
  });
});

describe('never for long in one go', () => {
  it('a million objects', { timeout: patient(20_000) }, async () => {
    const text = `{"records":[${'{},'.repeat(1_000_000)}{}]}`;
    await within({ minTurns: 10 }, () => scheduler.run(parseLargeJson(text)));
  });

  it.each([
    ['members', `{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":{}`).join(',')}}`],
    ['elements of an element', `[[${'{},'.repeat(300_000)}{}]]`],
  ])('%s', async (_what, text) => {
    await expect(scheduler.run(parseLargeJson(text))).rejects.toThrow('100000 members');
  });
});

/** The longest text that JSON.parse was given while some work was done, in characters. */
async function longestParsed(work: () => Promise<void>): Promise<number> {
  const { parse } = JSON;
  let longest = 0;
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    longest = Math.max(longest, text.length);
    return parse(text, reviver);
  });
  await work();
  spy.mockRestore();
  return longest;
}

describe('a large body is never parsed in one go', () => {
  const many = `[${'{},'.repeat(300_000)}{}]`;

  it.each([
    ['over REST', 'PUT', '/sandboxes/a/snapshot', `{"more":${many}}`],
    ['over tRPC', 'POST', '/trpc/sandboxes.restoreSnapshot', `{"name":"a","more":${many}}`],
    ['in a batch over tRPC', 'POST', '/trpc/sandboxes.restoreSnapshot?batch=1', `{"0":{"name":"a","more":${many}}}`],
  ])('%s', { timeout: patient(20_000) }, async (_how, method, path, body) => {
    const server = await inProcess();
    try {
      const longest = await longestParsed(async () => {
        const headers = { 'content-type': 'application/json' };
        expect((await server.fetch(path, { method, headers, body })).status).toBe(400);
      });
      expect(longest).toBeLessThan(200_000);
    } finally {
      await server.close();
    }
  });
});
