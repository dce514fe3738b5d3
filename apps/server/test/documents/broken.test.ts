/** What a user reads of a document that is broken, and the exit code: of `understudy openapi`, and of a server. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnServer } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { runHere } from '../command/in-process.js';
import { broken } from './broken.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();

function written(text: string | undefined): string {
  const file = join(folder, 'document.yaml');
  rmSync(file, { force: true });
  if (text !== undefined) writeFileSync(file, text);
  return file;
}

/** No line of it is of a stack, and none repeats another. */
function expectReadable(said: string): void {
  expect(said).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(said).not.toMatch(/\b(?:undefined|\[object Object\]|TypeError)\b/);
  const lines = said.split('\n').filter((line) => /document\.yaml:\d+/.test(line));
  expect(new Set(lines).size).toBe(lines.length);
}

describe.each(broken)(
  'a document that is broken: $name',
  ({ text, says, startSays = says, isServed, code: expected }) => {
    it('is said with its place by understudy openapi, with its exit code', async () => {
      const { code, stdout, stderr } = await runHere(['openapi', written(text)]);
      for (const part of says) expect(stdout + stderr).toMatch(part);
      expectReadable(stdout + stderr);
      expect(code).toBe(expected);
    });

    if (isServed) {
      it('is served without what is broken', async () => {
        const server = ending(await spawnServer(['--openapi', written(text)]));
        const answer = await server.fetch('/pets');
        expect(answer.status).toBe(200);
        for (const part of startSays) expect(server.output()).toMatch(part);
        expectReadable(server.output());
      });
    } else {
      it('is not served, which the start says with the same words', async () => {
        const { code, stdout, stderr } = await runHere(['serve', '--port', '0', '--openapi', written(text)]);
        for (const part of says) expect(stdout + stderr).toMatch(part);
        expectReadable(stdout + stderr);
        expect(code).not.toBe(0);
      });
    }
  },
);
