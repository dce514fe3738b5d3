/** An archive of the journal, as Chromium answers from it by way of Playwright. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import type { JournalEntry } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { harOf } from '../../src/journal/har.js';
import { scheduler } from '../../src/listing/scheduler.js';
import { hasChromium, useChromium } from './chromium.js';

const none = { body: null, body_encoding: 'utf8', body_bytes: 0, body_truncated: false } as const;
const baseUrl = 'http://understudy.test';

const entry = (path: string, status: number | null, response: JournalEntry['response']): JournalEntry => ({
  ...none,
  id: path,
  sequence: 1,
  received_at: '2026-01-01T00:00:00.000Z',
  operation: null,
  method: 'GET',
  path,
  query: 'q=a%20b',
  headers: {},
  controls: {},
  unknown: [],
  client: { address: null, connection: null },
  status,
  kind: null,
  fault: null,
  hint: null,
  trace: null,
  response,
  ended: status === null ? 'cut' : 'complete',
  duration_ms: 1,
  curl: '',
});

const text = '{"title":"Zürich"}';
const json = { 'content-type': 'application/json' };
const bytes = Buffer.from([0, 1, 255, 254]);

const entries = [
  entry('/text', 200, { ...none, headers: json, body: text, body_bytes: Buffer.byteLength(text) }),
  entry('/bytes', 201, {
    ...none,
    headers: {},
    body: bytes.toString('base64'),
    body_encoding: 'base64',
    body_bytes: 4,
  }),
  entry('/problem', 404, { ...none, headers: json, body: '{}', body_bytes: 2 }),
];

describe.skipIf(!hasChromium)('in Chromium', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();

  it('gives a page what the server answered', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-har-'));
    try {
      const file = join(folder, 'journal.har');
      await writeFile(file, JSON.stringify(scheduler.runShort(harOf(entries, { version: '1.2.3', baseUrl }))));
      const context = await openContext();
      await context.routeFromHAR(file, { notFound: 'abort' });
      const page = await context.newPage();
      await page.goto(`${baseUrl}/text?q=a%20b`);
      const came = await page.evaluate(async () => {
        const paths = ['/text', '/bytes', '/problem'];
        return Promise.all(
          paths.map(async (path) => {
            const answer = await fetch(`${path}?q=a%20b`);
            return [answer.status, Array.from(new Uint8Array(await answer.arrayBuffer()))] as const;
          }),
        );
      });
      expect(came).toEqual([
        [200, [...Buffer.from(text)]],
        [201, [...bytes]],
        [404, [...Buffer.from('{}')]],
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
