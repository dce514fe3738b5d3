/** A journal in PostgreSQL that a process of another release writes to as well: what cannot be read is skipped, and counted. */
import { expect, it } from 'vitest';
import { openApp } from '../../src/server/open-app.js';
import { serve } from '../../src/transport/node.js';
import { administer, emptySchema } from '../postgres/schemas.js';
import { api, settingsOf } from '../support.js';
import { ending } from '../use.js';

/** Puts a text in the place of the row of the entry with a number. */
const instead = (value: string, sequence = 2): string =>
  `update understudy_journal_rows set value = ${value} where sandbox = 'a' and sequence = ${sequence}`;

it.each([
  ['a row of another form', instead(`replace(value, '{"form":2,', '{"form":3,')`)],
  ['a row that says nothing of its form', instead(`replace(value, '{"form":2,', '{')`)],
  ['a row of other entries', instead(`replace(value, '"entries":[[', '"entries":[[],[')`)],
  ['a row that is no JSON', instead(`replace(value, '{', '<')`)],
])('%s', async (_name, statement) => {
  const address = await emptySchema();
  const lines: string[] = [];
  const sink = (line: string) => void lines.push(line);
  const app = await openApp(settingsOf({ store: address }), api, { sink, named: (field) => field });
  ending(app);
  const { port, close } = await serve(app.pipeline, { host: '127.0.0.1', port: 0 });
  ending({ close: () => close({ graceMs: 100 }) });
  const ask = async (path: string, init?: RequestInit): Promise<{ status: number; json: unknown }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/sandboxes/a/${path}`, init);
    return { status: answer.status, json: await answer.json().catch(() => undefined) };
  };
  const seen = async () =>
    ((await ask('requests')).json as { data: { query: string }[] }).data.map(({ query }) => query);
  for (const q of ['one', 'two', 'three']) {
    // Of its own method and User-Agent, so that none repeats another; and each in a row of its own.
    await ask(`api/education/courses?q=${q}`, { headers: { 'user-agent': q } });
    await seen();
  }
  await administer(statement, address);
  expect((await seen()).toSorted()).toEqual(['q=one', 'q=three']);
  expect(await ask('conduct')).toMatchObject({ status: 200, json: { meta: { incomplete: true, dropped: 1 } } });
  await ask('api/education/courses?q=four');
  expect((await seen()).toSorted()).toEqual(['q=four', 'q=one', 'q=three']);
  expect((await ask('requests', { method: 'DELETE' })).status).toBeLessThan(300);
  expect(await seen()).toEqual([]);
  expect(await ask('conduct')).toMatchObject({ status: 200, json: { meta: { incomplete: false, dropped: 0 } } });
});
