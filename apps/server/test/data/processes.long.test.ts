/** The command with data: what it says at the start, and that two processes answer the same bytes. */
import { spawnServer } from '@understudy/tooling/server';
import { expect, it } from 'vitest';
import { NOW } from '../support.js';
import { ask, fileOf } from './files.js';

const lines: readonly (readonly [line: string, body?: unknown])[] = [
  ['POST /api/events', { title: 'a', nested: { b: [1, { c: null }] } }],
  ['POST /api/events', { title: 'a' }],
  ['PATCH /api/superheroes/5', { powers: ['flight'] }],
  ['POST /api/superheroes', { name: 'Flash' }],
  ['DELETE /api/superheroes/6'],
  ['GET /api/superheroes?sort=-id&pagination_style=cursor&per_page=2'],
  ['GET /api/events?q=a'],
  ['GET /openapi.json'],
];

/** What a process of its own says at the start, and answers. */
async function answers(): Promise<{ readonly complaints: string; readonly texts: string }> {
  const server = await spawnServer(['--data', fileOf('no-ids'), '--clock', NOW, '--seed', 'of-our-own']);
  const fetchIt = (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init);
  const texts: string[] = [];
  for (const [line, body] of lines) {
    const { status, text } = await ask({ fetch: fetchIt as typeof fetch }, line, body);
    texts.push(`${line} ${status} ${text.replaceAll(server.origin, '')}`);
  }
  await server.stop();
  return { complaints: server.complaints(), texts: texts.join('\n') };
}

it('answers the same bytes from two processes, whatever ours are called', async () => {
  const [first, second] = await Promise.all([answers(), answers()]);
  expect(first.texts).toBe(second.texts);
  expect(first.texts).toContain('"name":"Flash"');
  expect(first.complaints).toBe('');
});
