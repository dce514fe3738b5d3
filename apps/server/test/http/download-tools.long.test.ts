/** Tools that download go on where a connection broke off, and ask for nothing that they have: curl and wget, as they are. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@understudy/tooling/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { papersDomain } from '../operations/papers-domain.js';
import { jsonRequest, overSocket } from '../support.js';
import { openOnce, useFolder } from '../use.js';

const FILE = '/api/papers/paper_0012/scan';

/** Whether a tool is here; where all of them must be, one that is not is a failure. */
async function has(tool: string): Promise<boolean> {
  const { code } = await runProgram([tool, '--version']);
  if (code === 0) return true;
  const { CI, UNDERSTUDY_REQUIRE_CHROMIUM } = process.env;
  const missing = `downloads are not tried with ${tool}, which this machine does not have`;
  if (CI === 'true' || CI === '1' || UNDERSTUDY_REQUIRE_CHROMIUM === '1') throw new Error(missing);
  process.stderr.write(`!!! ${missing}\n`);
  return false;
}

const [hasCurl, hasWget] = await Promise.all(['curl', 'wget'].map(has));

const folder = useFolder();
let whole: Buffer;
const server = openOnce(() => overSocket({ serves: apiOf([...ourDomains, papersDomain]) }));
beforeAll(async () => {
  whole = Buffer.from(await (await server.fetch(FILE)).arrayBuffer());
});

/** A sandbox whose first download breaks off. */
async function brokenOnce(name: string, fault: string): Promise<string> {
  await server.fetch(
    `/sandboxes/${name}/faults`,
    jsonRequest('PUT', { rules: [{ when: { operation: 'papers.getScan' }, times: 1, fault }] }),
  );
  return `${server.origin}/sandboxes/${name}${FILE}`;
}

/** The statuses of a sandbox's answers, and what was asked for. */
async function answersIn(name: string): Promise<(readonly [status: number, range: string | undefined])[]> {
  const answer = await server.fetch(`/sandboxes/${name}/requests`);
  const { data } = (await answer.json()) as { data: { status: number; headers: Record<string, string> }[] };
  return data.map(({ status, headers }) => [status, headers['range']]);
}

/** Expects a file to be all of it. */
async function expectWhole(path: string): Promise<void> {
  expect((await readFile(path)).equals(whole)).toBe(true);
}

describe.skipIf(!hasCurl)('curl', () => {
  const curl = (...args: string[]) => runProgram(['curl', '-q', '-sS', ...args]);

  it.each(['truncate;after_bytes=2000000', 'close;at=body', 'stall;after_bytes=2000000;seconds=0'])(
    'goes on after %s',
    async (fault) => {
      const [name = ''] = fault.split(';');
      const url = await brokenOnce(`curl-${name}`, fault);
      const path = join(folder, `curl-${name}`);
      expect((await curl('-o', path, url)).code).toBe(18);
      const had = (await readFile(path)).length;
      expect(had).toBeLessThan(whole.length);
      expect((await curl('-C', '-', '-o', path, url)).code).toBe(0);
      await expectWhole(path);
      expect(await answersIn(`curl-${name}`)).toEqual([
        [200, undefined],
        [206, `bytes=${had}-`],
      ]);
    },
  );

  it('asks with the ETag that it has saved, and is told that nothing has changed', async () => {
    const [path, tag] = [join(folder, 'etag'), join(folder, 'etag.txt')];
    const print = ['-w', '%{http_code}'];
    const url = `${server.origin}/sandboxes/curl-etag${FILE}`;
    expect((await curl('--etag-save', tag, '-o', path, ...print, url)).stdout).toBe('200');
    expect((await curl('--etag-compare', tag, '-o', `${path}-2`, ...print, url)).stdout).toBe('304');
    await expectWhole(path);
  });
});

describe.skipIf(!hasWget)('wget', () => {
  const wget = (...args: string[]) => runProgram(['wget', '--no-config', '-q', '--waitretry=0', ...args]);

  it('goes on by itself, and has nothing to do for what it has', async () => {
    const url = await brokenOnce('wget', 'truncate;after_bytes=2000000');
    const path = join(folder, 'wget');
    expect((await wget('-c', '--tries=3', '-O', path, url)).code).toBe(0);
    await expectWhole(path);
    expect((await wget('-c', '--tries=1', '-O', path, url)).code).toBe(0);
    await expectWhole(path);
    expect(await answersIn('wget')).toEqual([
      [200, undefined],
      [206, 'bytes=2000000-'],
      [416, `bytes=${whole.length}-`],
    ]);
  });
});
