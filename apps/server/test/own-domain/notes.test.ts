/** A domain of one's own, as the command serves it from its file: it has everything that ours have. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '@understudy/tooling/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../command/in-process.js';
import { inProcess } from '../support.js';
import { servedFrom } from './served-from.js';
import { long } from '../long.js';
import { ending, openOnce, useFolder } from '../use.js';

const CLOCK = ['--clock', '2026-01-01T00:00:00Z'];

const folder = useFolder();
beforeAll(async () => {
  // With no packages anywhere above it.
  await copyFile('test/own-domain/notes.ts', join(folder, 'notes.ts'));
});
const FLAGS = ['--domain', join(folder, 'notes.ts'), '--size', 'notes=40', '--with', 'auth,oauth', ...CLOCK];
const server = openOnce(() => spawnServer(FLAGS));

async function ask(path: string, body?: object) {
  const written = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await server.fetch(path, body === undefined ? {} : written);
  const text = await answer.text();
  return { status: answer.status, text, json: text.startsWith('{') ? (JSON.parse(text) as object) : {} };
}

describe('a file in a folder without packages', () => {
  it('is served over REST and tRPC, with its size', async () => {
    const { json } = await ask('/api/notes?per_page=1&sort=-created_at&status=open');
    expect(json).toMatchObject({ data: [{ status: 'open' }] });
    expect((await ask('/api/notes')).json).toMatchObject({ pagination: { total: 40 } });
    const called = await ask(`/trpc/notes.getNote?input=${encodeURIComponent('{"note_id":"note_0002"}')}`);
    expect(called.json).toMatchObject({ result: { data: { data: { id: 'note_0002' } } } });
  });

  it('answers its own problems, and a fault of the input where it is', async () => {
    await ask('/api/notes/note_0001/finish', {});
    expect(await ask('/api/notes/note_0001/finish', {})).toMatchObject({ status: 409, json: { kind: 'already_done' } });
    expect(await ask('/api/notes', { title: '' })).toMatchObject({
      status: 400,
      json: { kind: 'bad_request', errors: [{ pointer: '#/title', code: 'too_small' }] },
    });
    expect(await ask('/trpc/notes.createNote', { title: '' })).toMatchObject({
      status: 400,
      json: { error: { data: { problem: { kind: 'bad_request' } } } },
    });
    expect((await ask('/api/notes/note_9999')).status).toBe(404);
    expect((await ask('/problems/already_done')).json).toMatchObject({ data: { title: 'Already Done' } });
  });

  it.each([
    ['rate_limit', 429],
    ['server_error', 500],
    ['malformed', 200],
  ])('takes part in simulate_error=%s', async (error, status) => {
    expect((await server.fetch(`/api/notes?simulate_error=${error}`)).status).toBe(status);
  });

  it('has sandboxes of its own, and a journal', async () => {
    await ask('/sandboxes/one/api/notes', { title: 'Only here' });
    expect((await ask('/sandboxes/one/api/notes?q=only')).json).toMatchObject({ pagination: { total: 1 } });
    expect((await ask('/api/notes?q=only')).json).toMatchObject({ pagination: { total: 0 } });
    expect((await ask('/sandboxes/one/requests')).text).toContain('/api/notes');
  });

  it('emits its events', async () => {
    await ask('/sandboxes/two/api/webhooks/register', { url: 'http://127.0.0.1:9/', events: ['note.finished'] });
    const { json } = await ask('/sandboxes/two/api/notes', { title: 'A new one' });
    const { data } = json as { data: readonly { id: string }[] };
    await ask(`/sandboxes/two/api/notes/${data[0]?.id}/finish`, {});
    expect((await ask('/sandboxes/two/api/webhooks/registrations')).text).toContain('"deliveries":{"total":1');
  });

  it('is in the document and on the pages, and what is left out is nowhere', async () => {
    const { text, json } = await ask('/openapi.json');
    expect(json).toMatchObject({
      webhooks: { 'note.finished': {} },
      paths: { '/api/notes/{note_id}/finish': { post: { operationId: 'notes.finishNote' } } },
      components: { schemas: { Note: {}, NoteFinishedEvent: {} } },
    });
    const { tags } = json as { tags: readonly { name: string }[] };
    expect(tags.map(({ name }) => name)).toEqual(['auth', 'oauth', 'sandboxes', 'webhooks', 'notes', 'Extensions']);
    expect(text).not.toMatch(/Course|"event\.registration|sold_out|listEvents/);
    for (const page of ['/', '/docs', '/problems']) {
      const { status, text: shown } = await ask(page);
      expect([page, status]).toEqual([page, 200]);
      expect(shown).not.toMatch(/listCourses|sold_out/);
    }
    expect((await ask('/')).text).toContain('/api/notes');
    expect((await ask('/api/education/courses')).status).toBe(404);
    expect((await ask('/problems/sold_out')).status).toBe(404);
    expect((await ask('/sandboxes/default')).json).toMatchObject({ data: { sizes: { users: 50, notes: 40 } } });
  });

  long('answers the same bytes in another process', async () => {
    const flags = ['--domain', join(folder, 'notes.ts'), '--size', 'notes=40', ...CLOCK];
    const other = ending(await spawnServer(flags));
    const paths = ['/sandboxes/same/api/notes?per_page=50', '/sandboxes/same/api/notes/note_0003'];
    for (const path of paths) expect(await (await other.fetch(path)).text()).toBe((await ask(path)).text);
  });
});

describe('a file', () => {
  const declaration = `
    import { defineDomain, get, recordOf } from '@understudy/contract/kit';
    import { z } from 'zod';
    export const door = z.object({ id: z.string() }).meta({ id: 'Door', description: 'A door.' });
    export const doors = defineDomain({ name: 'doors', description: 'Doors.', operations: {
      getDoor: get('/api/doors/{id}', { summary: 'Get', description: 'Gets.', input: z.object({ id: z.string() }), output: recordOf(door) }),
    } });`;
  const implementation = (source: string, how: string) => `
    import { implement, seededId } from '@understudy/server/domain';
    import { door, doors } from '${source}';
    const records = { name: 'doors', prefix: 'door', schema: door, count: () => 3,
      seeded: (dataset, index) => ({ id: seededId('door', index) }) };
    ${how} implement(doors, { collections: [records], handlers: {
      getDoor: (ctx) => ({ value: ctx.records.find(records, ctx.input.id) }) } });`;

  it.each([
    ['declaration.ts', 'doors.ts', './declaration.js', 'export default'],
    ['declaration.ts', 'doors.mts', './declaration.ts', 'export const one ='],
    ['declaration.mjs', 'doors.mjs', './declaration.mjs', 'export default'],
    ['declaration.js', 'doors.js', './declaration.js', 'export const one ='],
  ])('imports %s in %s, and gets the parts of the server', async (first, second, source, how) => {
    const own = await mkdtemp(join(tmpdir(), 'own-domain-'));
    await writeFile(join(own, first), declaration);
    await writeFile(join(own, second), implementation(source, how));
    const other = await inProcess({ serves: await servedFrom([join(own, second)]) });
    expect(await (await other.fetch('/api/doors/door_0002')).json()).toMatchObject({ data: { id: 'door_0002' } });
    expect((await other.fetch('/api/doors/door_0004')).status).toBe(404);
    await other.close();
    await rm(own, { recursive: true });
  });
});

long('may be named by a variable, with others', async () => {
  const other = ending(
    await spawnServer([], {
      env: { UNDERSTUDY_DOMAIN: `${folder}/notes.ts,test/own-domain/shop.ts`, UNDERSTUDY_WITH: 'education' },
    }),
  );
  expect((await other.fetch('/api/notes/note_0001')).status).toBe(200);
  expect((await other.fetch('/api/shop/courses/shop_crs_0001')).status).toBe(200);
  expect((await other.fetch('/api/education/courses/crs_0001')).status).toBe(200);
});

describe('what is left out', () => {
  it.each([
    ['auth', 'oauth.'],
    ['sandboxes', '--without is "sandboxes", but must be one of auth, commerce, education'],
    ['nothing', '--without is "nothing", but must be one of auth, commerce, education'],
  ])('cannot be %s alone', async (name, message) => {
    const { code, stderr } = await runHere(['--without', name]);
    expect([code, stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toContain(message);
  });

  long('can be all but the sandboxes', async () => {
    const bare = ending(
      await spawnServer([
        '--without',
        'auth,oauth',
        '--without',
        'commerce,education,events,food,realestate,saas,social,webhooks',
      ]),
    );
    const document = (await (await bare.fetch('/openapi.json')).json()) as { paths: object };
    expect(Object.keys(document.paths).filter((path) => !/^\/(sandboxes|tokens)\b/.test(path))).toEqual([]);
    expect((await bare.fetch('/')).status).toBe(200);
    expect((await bare.fetch('/sandboxes')).status).toBe(200);
  });
});
