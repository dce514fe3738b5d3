/** No secret of a request is in anything that a server shows or keeps of requests: not in what it answers to them either. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { opened, settingsOf } from '../support.js';
import { type PlantedSecret, plantedSecrets } from './planted-secrets.js';
import { useFolder } from '../use.js';

const folder = useFolder();

/** Those whose body comes whole. */
const whole = plantedSecrets.filter(({ isTruncated }) => isTruncated !== true);

const STORES = ['memory', 'sqlite'];

/** Most that a page of a list has. */
const PER_PAGE = 50;

/** Where requests go: to an operation, to no route, to one that is not for them, and into a fault. */
const WAYS: readonly ((target: string) => string)[] = [
  (target) => target,
  (target) => target.replace('/api/', '/api/nowhere/'),
  (target) => target.replace('education/courses', 'education/progress'),
  (target) => `${target}${target.includes('?') ? '&' : '?'}fault=server_error`,
];

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Pages for people that are about sandboxes, and about what goes wrong. */
const PAGES = [
  '/',
  '/sandboxes',
  '/sandboxes/default',
  '/sandboxes/default/requests',
  '/sandboxes/default/faults',
  '/faults',
];

/** What a stream says up to an entry. */
async function streamed(ask: Ask, last: number): Promise<string> {
  const { body } = await ask('/sandboxes/default/requests/stream');
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes(`"sequence":${last},`)) break;
  }
  return text;
}

async function send(ask: Ask, { method, headers, body }: PlantedSecret, path: string): Promise<string> {
  const answer = await ask(path, { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  return answer.status < 400 ? '' : text;
}

it.each(STORES)('shows none on a store %s', async (kind) => {
  // Each store has some of them: masking is the same for all, and has tests of its own.
  const sent = whole.filter((_, i) => i % STORES.length === STORES.indexOf(kind));
  const file = join(folder, 'state.db');
  const lines: string[] = [];
  const settings = settingsOf({ store: kind === 'memory' ? 'memory' : `sqlite:${file}`, log: 'json' });
  const { pipeline, close } = await opened(settings, { sink: (text) => lines.push(text) });
  const ask: Ask = (path, init) => pipeline.fetch(new Request(`http://understudy.local${path}`, init));
  const problems: string[] = [];
  for (const [i, planted] of sent.entries()) {
    const way = WAYS[i % WAYS.length];
    problems.push(await send(ask, planted, way === undefined ? planted.target : way(planted.target)));
  }
  const read = async (path: string) => (await ask(`/sandboxes/default/requests${path}`)).text();
  const paged = async (path: string) => (await ask(path, { headers: { accept: 'text/html' } })).text();
  const pages = Math.ceil(sent.length / PER_PAGE);
  const listing = await Promise.all(
    Array.from({ length: pages }, (_, i) => read(`?per_page=${PER_PAGE}&page=${i + 1}`)),
  );
  const answers = {
    listing: listing.join('\n'),
    har: await read('?format=har'),
    stream: await streamed(ask, sent.length),
    pages: (await Promise.all(PAGES.map(paged))).join('\n'),
    problems: problems.join('\n'),
  };
  await close();
  // The last lines are written when it closes.
  const shown = { ...answers, log: lines.join('') };
  const files = [`${file}.requests`, `${file}.requests-wal`].filter(existsSync);
  const all = [...Object.entries(shown), ...files.map((name) => [name, readFileSync(name, 'latin1')] as const)];
  for (const [where, text] of all) {
    const found = sent.filter(({ hidden }) => hidden.some((secret) => text.includes(secret)));
    expect(found.map(({ position }) => `${position} in ${where}`)).toEqual([]);
  }
  const { log } = JSON.parse(shown.har) as { log: { entries: unknown[] } };
  expect(log.entries).toHaveLength(sent.length);
  expect(shown.log).toContain('***');
  expect(shown.problems).toContain('***');
  expect(shown.stream).toContain('***');
  expect(files.length > 0).toBe(kind === 'sqlite');
});
