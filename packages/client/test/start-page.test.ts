/** The calls to copy on the server's start page: each runs as it stands, by itself. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createUnderstudy } from '@understudy/server';
import { patient } from '@understudy/tooling/patience';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeAll, listenWithUnderstudy } from './listen.js';

const scratch = fileURLToPath(new URL('../.cache/start-page/', import.meta.url));

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a browser copies from the page, by the title of the call. */
function callsIn(page: string): [string, string][] {
  return [...page.matchAll(/<pre><code data-copy="([^"]+)">([\s\S]*?)<\/code><\/pre>/g)].map(
    ([, title = '', text = '']) => [title, text.replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '')],
  );
}

function hasCurl(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v curl']);
    return true;
  } catch {
    return false;
  }
}

const understudy = createUnderstudy({ log: 'off' });
const inProcess = callsIn(await (await understudy.fetch('/')).text());
const shell = inProcess.filter(([, code]) => code.startsWith('curl'));
const scripts = inProcess.filter(([, code]) => !code.startsWith('curl'));

let address: string;
beforeAll(async () => {
  address = await listenWithUnderstudy();
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
});
afterAll(async () => {
  vi.restoreAllMocks();
  closeAll();
  await understudy.close();
});

/** The call with a title, as the page of the server that listens has it. */
async function callOf(title: string): Promise<string> {
  const found = callsIn(await (await fetch(address)).text()).find(([other]) => other === title);
  return found?.[1] ?? '';
}

test('there are calls of both sorts', () => {
  expect([shell.length, scripts.length]).toEqual([8, 3]);
});

test.skipIf(!hasCurl()).each(shell.map(([title]) => title))(
  '%s',
  async (title) => {
    const { stdout } = await promisify(execFile)('sh', ['-c', await callOf(title)]);
    expect(stdout).toContain(['Force a failure', 'Make that fail'].includes(title) ? '429' : '"data"');
  },
  patient(10_000),
);

test.each(scripts.map(([title]) => title))(
  '%s',
  async (title) => {
    // The waits between attempts come from what the server says; jitter adds nothing.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const file = `${scratch}${scripts.findIndex(([other]) => other === title)}.mjs`;
    writeFileSync(file, await callOf(title));
    await import(pathToFileURL(file).href);
    expect(log).toHaveBeenCalled();
    vi.restoreAllMocks();
  },
  patient(10_000),
);
