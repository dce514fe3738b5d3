/** What `crud` declares and `crudHandlers` do: all six operations over a domain that has them, as clients see them. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NOW } from '../support.js';
import { register, registrationOf } from '../webhooks/hooks.js';
import { withNotes } from './notes.js';
import { author, note } from './records.js';
import { openEach } from '../use.js';

type Note = z.infer<typeof note>;

const server = openEach(withNotes);

const TEXT = 'application/json';

async function ask(method: string, path: string, { body, ...headers }: Record<string, unknown> = {}) {
  const response = await server.fetch(path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': TEXT }), ...(headers as Record<string, string>) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // Each test knows what it asks for.
  const json = (text === '' ? undefined : JSON.parse(text)) as never;
  return { status: response.status, json, headers: response.headers };
}

async function noteAt(id: string): Promise<Note> {
  const { json } = await ask('GET', `/api/notes/${id}`);
  return (json as { data: Note }).data;
}

async function listed(query: string): Promise<Note[]> {
  const { json } = await ask('GET', `/api/notes${query}`);
  return (json as { data: Note[] }).data;
}

const sent = { author_id: 'author_0002', title: 'Chalk', text: null, tag: { colour: 'red', size: null } };
const created = (json: never): Note => (json as { data: [Note] }).data[0];

describe('lists', () => {
  it('have all records, seeded as their schema says', async () => {
    const records = await listed('?per_page=50');
    expect(records).toHaveLength(50);
    expect(() => z.array(note).parse(records)).not.toThrow();
    const { json } = await ask('GET', '/api/authors');
    expect(() =>
      z
        .array(author)
        .length(6)
        .parse((json as { data: unknown }).data),
    ).not.toThrow();
  });

  it('are searched, filtered and sorted by the members that say so', async () => {
    const all = await listed('?per_page=50');
    const [{ title } = { title: '' }] = all;
    expect(await listed(`?q=${encodeURIComponent(title)}`)).toContainEqual(all[0]);
    const done = all.filter(({ status }) => status === 'done');
    expect(await listed('?per_page=50&status=done')).toEqual(done);
    const byOne = done.filter(({ author_id }) => author_id === 'author_0002');
    expect(byOne.length).toBeGreaterThan(0);
    expect(await listed('?per_page=50&status=done&author_id=author_0002')).toEqual(byOne);
    const latest = all
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed();
    expect((await listed('?per_page=50&sort=-created_at')).map(({ created_at }) => created_at)).toEqual(latest);
    expect((await ask('GET', '/api/notes?status=lost')).status).toBe(400);
    expect((await ask('GET', '/api/notes?sort=text')).status).toBe(400);
  });
});

describe('a record', () => {
  it('is read by its id', async () => {
    expect(await noteAt('note_0007')).toMatchObject({ id: 'note_0007' });
    const { status, json } = await ask('GET', '/api/notes/note_0051');
    expect(status).toBe(404);
    expect(json).toMatchObject({ errors: [{ parameter: 'note_id', detail: 'must be the id of a note' }] });
  });

  it('is created from what the client sends and what the server makes', async () => {
    const { status, json, headers } = await ask('POST', '/api/notes', { body: sent });
    const { id, ...record } = created(json);
    expect(status).toBe(201);
    expect(record).toEqual({ ...sent, priority: 3, status: 'open', created_at: NOW, updated_at: NOW });
    expect(id).toMatch(/^note_x/);
    expect(headers.get('location')).toBe(`http://understudy.local/api/notes/${id}`);
    expect(await noteAt(id)).toEqual({ id, ...record });
    expect((await listed('?page=6'))[0]).toEqual({ id, ...record });
  });

  it('cannot be created without what it needs, and takes nothing that the server makes', async () => {
    const { title: _, ...rest } = sent;
    const refused = await ask('POST', '/api/notes', { body: rest });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ errors: [{ pointer: '#/title' }] });
    const taken = await ask('POST', '/api/notes', { body: { ...sent, status: 'done', id: 'note_mine' } });
    expect(created(taken.json)).toMatchObject({ status: 'open' });
    expect(created(taken.json).id).not.toBe('note_mine');
  });

  it('is replaced: its id stays, and what the server makes', async () => {
    const before = await noteAt('note_0003');
    const { status, json } = await ask('PUT', '/api/notes/note_0003', { body: sent });
    expect(status).toBe(200);
    const { status: state, created_at } = before;
    const after = { id: 'note_0003', ...sent, priority: 3, status: state, created_at, updated_at: NOW };
    expect(created(json)).toEqual(after);
    expect(await noteAt('note_0003')).toEqual(after);
  });

  it('can be sent back as it was read, which changes nothing', async () => {
    const before = await noteAt('note_0003');
    const revision = server.revision();
    const { status, json } = await ask('PUT', '/api/notes/note_0003', { body: before });
    expect([status, created(json)]).toEqual([200, before]);
    expect(server.revision()).toBe(revision);
  });

  it('is replaced only where it is, and under its own id', async () => {
    const missing = await ask('PUT', '/api/notes/note_0051', { body: sent });
    expect(missing.status).toBe(404);
    const other = await ask('PUT', '/api/notes/note_0003', { body: { ...sent, id: 'note_0004' } });
    expect(other.status).toBe(400);
    expect(other.json).toMatchObject({
      errors: [{ pointer: '#/id', detail: 'must be note_0003, as in the path, or be left out' }],
    });
  });

  it('is removed, and a repeated call finds none', async () => {
    const [first, second] = [await ask('DELETE', '/api/notes/note_0003'), await ask('DELETE', '/api/notes/note_0003')];
    expect([first.status, first.json, second.status]).toEqual([204, undefined, 404]);
    expect((await ask('GET', '/api/notes/note_0003')).status).toBe(404);
    expect(await listed('?per_page=50')).toHaveLength(49);
    expect((await ask('DELETE', '/api/notes/note_0051')).status).toBe(404);
    expect((await ask('PUT', '/api/notes/note_0003', { body: sent })).status).toBe(404);
  });

  it('that was created is removed for good as well', async () => {
    const { id } = created((await ask('POST', '/api/notes', { body: sent })).json);
    expect((await ask('DELETE', `/api/notes/${id}`)).status).toBe(204);
    expect((await ask('DELETE', `/api/notes/${id}`)).status).toBe(404);
  });
});

describe('a change', () => {
  const change = (body: unknown, type = 'application/merge-patch+json') =>
    ask('PATCH', '/api/notes/note_0003', { body, 'content-type': type });

  it.each([TEXT, 'application/merge-patch+json'])('merges as RFC 7396 says: %s', async (type) => {
    await ask('PUT', '/api/notes/note_0003', { body: { ...sent, text: 'Hello', hint: 'Ask Ada.' } });
    const before = await noteAt('note_0003');
    const { status, json } = await change({ text: null, hint: null, tag: { size: 4 } }, type);
    const { hint: _, ...rest } = before;
    expect(status).toBe(200);
    expect(created(json)).toEqual({ ...rest, text: null, tag: { colour: 'red', size: 4 } });
    expect(created((await change({ tag: { size: null } }, type)).json).tag).toEqual({ colour: 'red', size: null });
  });

  it('puts no default back', async () => {
    await ask('PUT', '/api/notes/note_0003', { body: { ...sent, priority: 5 } });
    expect(created((await change({ title: 'Other' })).json).priority).toBe(5);
  });
});

it('emits what was created, changed and removed, and nothing where nothing changed', async () => {
  const types = ['note.created', 'note.updated', 'note.deleted'];
  const hooks = await Promise.all(types.map((type) => register(server, 'http://127.0.0.1:9/', { events: [type] })));
  await ask('PATCH', '/api/notes/note_0003', { body: {} });
  await ask('POST', '/api/notes', { body: sent });
  await ask('PATCH', '/api/notes/note_0003', { body: { title: 'Other' } });
  await ask('PUT', '/api/notes/note_0003', { body: sent });
  await ask('DELETE', '/api/notes/note_0003');
  await ask('DELETE', '/api/notes/note_0003');
  const after = await Promise.all(hooks.map((hook) => registrationOf(server, hook)));
  expect(after.map(({ deliveries }) => deliveries.total)).toEqual([1, 2, 1]);
});
