/** Documents that name their records in ways of their own: what is made is read, listed, changed and removed all the same. */
import { describe, expect, test } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { ending } from '../use.js';

type Schema = Record<string, unknown>;

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const objectOf = (properties: Schema): Schema => ({ type: 'object', properties });
const listOf = (items: Schema): Schema => ({ type: 'array', items });

interface Sketch {
  readonly answer?: Schema;
  readonly body?: Schema;
  readonly query?: Record<string, Schema>;
  readonly optional?: Record<string, Schema>;
  readonly path?: Record<string, Schema>;
}

/** A document of some operations; parameters of the query are required, but for those that are optional. */
function documentOf(operations: Readonly<Record<string, Sketch>>): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, { answer, body, query = {}, optional = {}, path: own = {} }] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, one]) => ({ name: one, in: 'path' }));
    const inQuery = Object.keys({ ...query, ...optional }).map((one) => ({ name: one, in: 'query' }));
    const content = (schema: Schema) => ({ content: { 'application/json': { schema } } });
    const response = { description: 'Done.', ...(answer && content(answer)) };
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        parameters: [...inPath, ...inQuery].map((one) => ({
          ...one,
          required: !Object.hasOwn(optional, one.name ?? ''),
          schema: { ...query, ...optional, ...own }[one.name ?? ''] ?? text,
        })),
        ...(body && { requestBody: content(body) }),
        responses: { [answer === undefined ? '204' : '200']: response },
      },
    };
  }
  return { openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths };
}

/** Collection, item, and whatever differs of them. */
const crud = (list: string, item: string, schema: Schema, own: Readonly<Record<string, Sketch>> = {}) =>
  documentOf({
    [`GET ${list}`]: { answer: listOf(schema) },
    [`POST ${list}`]: { answer: schema, body: schema },
    [`GET ${item}`]: { answer: schema },
    [`PATCH ${item}`]: { answer: schema, body: schema },
    [`DELETE ${item}`]: {},
    ...own,
  });

const note = objectOf({ id: integer, text });

/** A document, what is sent to its collection, the item's path, and where the id and the text are in a record. */
const cases: readonly (readonly [
  string,
  object,
  { list: string; item: string; id: string; made?: string; body?: object; text?: string; below?: string },
])[] = [
  [
    'an id that its creation alone shows, in an object',
    crud('/notes', '/notes/{noteId}', note, {
      'POST /notes': { answer: objectOf({ Id: objectOf({ id: integer }) }), body: objectOf({ text }) },
    }),
    { list: '/notes', item: '/notes', id: 'id', made: 'Id.id' },
  ],
  [
    'an id beside the record',
    crud('/notes', '/notes/{pk}', note, {
      'GET /notes/{pk}': { answer: objectOf({ id: text, result: objectOf({ text }), columns: listOf(text) }) },
      'POST /notes': { answer: objectOf({ id: integer, result: objectOf({ text }) }), body: objectOf({ text }) },
    }),
    { list: '/notes', item: '/notes', id: 'id', text: 'result.text' },
  ],
  [
    'members that are shown as read-only, and taken all the same',
    crud('/notes', '/notes/{id}', objectOf({ id: integer, text: { ...text, readOnly: true } }), {
      'POST /notes': { answer: note, body: objectOf({ text }) },
      'PATCH /notes/{id}': { answer: note, body: objectOf({ text }) },
    }),
    { list: '/notes', item: '/notes', id: 'id' },
  ],
  [
    'a version behind the noun',
    crud('/notes/v4', '/notes/v4/{id}', note),
    { list: '/notes/v4', item: '/notes/v4', id: 'id' },
  ],
  [
    'records at the root of an API',
    { ...crud('/', '/{id}', note), servers: [{ url: 'https://api.example.com/v1/notes' }] },
    { list: '/v1/notes', item: '/v1/notes', id: 'id' },
  ],
  [
    'an id that is written as an operation below has it, beside its own',
    crud('/flows', '/flows/{id}', objectOf({ id: { ...text, pattern: '^[a-zA-Z0-9]{2,8}$' }, text }), {
      'GET /flows/{id}/steps': { answer: listOf(note), path: { id: { ...text, pattern: '^[a-z]+$' } } },
    }),
    { list: '/flows', item: '/flows', id: 'id', below: '/steps' },
  ],
  [
    'an id that an operation below alone takes as a number',
    crud('/flows', '/flows/{id}', objectOf({ id: text, text }), {
      'GET /flows/{id}/steps': { answer: listOf(note), path: { id: integer } },
    }),
    { list: '/flows', item: '/flows', id: 'id' },
  ],
  [
    'an item whose path leaves out a parent that nothing lists',
    crud('/lists/{list}/notes', '/notes/{id}', note),
    { list: '/lists/7/notes', item: '/notes', id: 'id' },
  ],
  [
    'a record within an object that is nothing else',
    crud('/notes', '/notes/{id}', objectOf({ note })),
    { list: '/notes', item: '/notes', id: 'note.id', body: { note: { text: 'one' } }, text: 'note.text' },
  ],
  [
    'an id that is a number here and a text there',
    crud('/notes', '/notes/{noteId}', note, {
      'POST /notes': { answer: objectOf({ id: text, text, status: text }), body: objectOf({ text }) },
    }),
    { list: '/notes', item: '/notes', id: 'id' },
  ],
  [
    'an id that one operation alone takes as a number',
    crud('/flows', '/flows/{id}', objectOf({ id: text, text }), { 'DELETE /flows/{id}': { path: { id: integer } } }),
    { list: '/flows', item: '/flows', id: 'id' },
  ],
  [
    'a token that the path names, beside that of another record',
    crud('/bank_accounts', '/bank_accounts/{bank_account_token}', objectOf({ account_token: text, text, token: text })),
    { list: '/bank_accounts', item: '/bank_accounts', id: 'token' },
  ],
  [
    'a collection that the path names by a parameter',
    crud('/objects/{type}', '/objects/{type}/{id}', objectOf({ id: text, text })),
    { list: '/objects/deals', item: '/objects/deals', id: 'id' },
  ],
  [
    'a uid that the path names, beside an id',
    crud('/notes', '/notes/{note_uid}', objectOf({ id: text, uid: text, text })),
    { list: '/notes', item: '/notes', id: 'uid' },
  ],
  [
    'a record that has an object called as it is',
    crud('/render-jobs', '/render-jobs/{Arn}', objectOf({ Arn: text, text, JobConfig: objectOf({ size: integer }) })),
    { list: '/render-jobs', item: '/render-jobs', id: 'Arn' },
  ],
  [
    'a list by a parent that was not sent',
    crud('/notes', '/notes/{id}', objectOf({ id: integer, text, board: objectOf({ id: text, name: text }) }), {
      'GET /notes': {
        answer: listOf(objectOf({ id: integer, text, board: objectOf({ id: text, name: text }) })),
        query: { board: text },
      },
    }),
    { list: '/notes?board=9', item: '/notes', id: 'id' },
  ],
  [
    'a change that says more than the record, and shows nothing',
    crud('/notes', '/notes/{id}', note, {
      'PATCH /notes/{id}': { body: objectOf({ text, addTags: listOf(text), removeTags: listOf(text), notify: text }) },
    }),
    { list: '/notes', item: '/notes', id: 'id' },
  ],
];

type Page =
  | readonly Record<string, number>[]
  | {
      readonly notes: readonly (Record<string, number> | number)[];
      readonly next_marker?: number | string;
      readonly nextOffset?: number;
    };

const json = { 'content-type': 'application/json' };

interface SearchPage {
  readonly results: readonly { readonly id: number }[];
  readonly paging?: { readonly next?: { readonly after: string } };
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

describe('what is made is there', () => {
  test.each(cases)(
    '%s',
    async (_, openapi, { list, item, id, made: first = id, body = { text: 'one' }, text: where = 'text', below }) => {
      const understudy = ending(createUnderstudy({ openapi, log: 'off' }));
      const ask = async (method: string, path: string, sent?: object): Promise<{ status: number; body: unknown }> => {
        const answer = await understudy.fetch(path, {
          method,
          ...(sent && { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
        });
        const said = await answer.text();
        return { status: answer.status, body: said === '' ? undefined : JSON.parse(said) };
      };
      const made = await ask('POST', list.replace(/\?.*/, ''), body);
      const name = String(at(made.body, first));
      const path = `${item}/${encodeURIComponent(name)}`;
      expect(at((await ask('GET', path)).body, where)).toBe('one');
      if (below !== undefined) expect((await ask('GET', `${path}${below}`)).status).toBe(200);
      const names = async () => ((await ask('GET', list)).body as unknown[]).map((one) => String(at(one, id)));
      expect(await names()).toContain(name);
      const changed = where === 'note.text' ? { note: { text: 'two' } } : { text: 'two' };
      expect((await ask('PATCH', path, changed)).status).toBeLessThan(300);
      expect(at((await ask('GET', path)).body, where)).toBe('two');
      expect((await ask('DELETE', path)).status).toBe(204);
      expect((await ask('GET', path)).status).toBe(404);
      expect(await names()).not.toContain(name);
    },
  );

  test('a PUT that names no record makes one, and a PATCH says what it lacks', async () => {
    const own = { answer: note, body: objectOf({ text, id: integer }) };
    const openapi = crud('/notes', '/notes/{id}', note, { 'PUT /notes': own, 'PATCH /notes': own });
    const understudy = ending(createUnderstudy({ openapi, log: 'off' }));
    const send = (method: string) => understudy.fetch('/notes', { method, body: '{"text":"one"}', headers: json });
    const { id } = (await (await send('PUT')).json()) as { id: number };
    expect(await (await understudy.fetch(`/notes/${id}`)).json()).toEqual({ id, text: 'one' });
    const refused = await send('PATCH');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('#/id')]);
  });

  test.each(['', ' ', undefined])('an API whose title is %j', async (title) => {
    const openapi = { ...crud('/notes', '/notes/{id}', note), info: { version: '1', title } };
    const understudy = ending(createUnderstudy({ openapi, log: 'off' }));
    expect((await understudy.fetch('/notes')).status).toBe(200);
    expect((await understudy.fetch('/openapi.json')).status).toBe(200);
  });

  test('a search takes the cursor that its document shows, and no other', async () => {
    const page = objectOf({ results: listOf(note), paging: objectOf({ next: objectOf({ after: text }) }) });
    const body = objectOf({ limit: integer, after: { type: 'string', example: 'NTI1' } });
    const openapi = crud('/notes', '/notes/{id}', note, { 'POST /notes/search': { answer: page, body } });
    const understudy = ending(createUnderstudy({ openapi, log: 'off' }));
    const search = async (after: string) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await understudy.fetch('/notes/search', {
        method: 'POST',
        headers,
        body: JSON.stringify({ limit: 2, after }),
      });
      return { status: answer.status, body: (await answer.json()) as SearchPage };
    };
    const shown = await search('NTI1');
    expect(shown.status).toBe(200);
    const pages = [shown];
    for (let last = shown; last.body.paging?.next !== undefined; pages.push(last)) {
      last = await search(last.body.paging.next.after);
    }
    const ids = pages.flatMap(({ body: { results } }) => results.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
    expect(pages).toHaveLength(10);
    expect((await search('nonsense')).status).toBe(400);
  });

  const named = objectOf({ noteId: integer, text, title: text });
  test.each<[string, Schema, Record<string, Schema>, Schema?]>([
    ['with a size alone', listOf(note), { limit: integer }],
    ['whose answer has no place for a cursor', listOf(note), { marker: text }],
    [
      'whose cursors are in a form of their own',
      objectOf({ notes: listOf(note), next_marker: { type: 'string', pattern: '^[0-9]{13}-[a-z]{6}$' } }),
      { marker: text },
    ],
    ['whose cursors are numbers', objectOf({ notes: listOf(note), next_marker: integer }), { marker: text }],
    ['whose offset is given', objectOf({ notes: listOf(note), nextOffset: integer }), { offset: integer }],
    ['whose ids are called otherwise', listOf(objectOf({ id: integer, text })), {}, named],
    ['of ids alone', objectOf({ notes: listOf(integer) }), {}],
    ['of which little is shown', listOf(objectOf({ noteId: integer, a: text, b: text, c: text, d: text })), {}, named],
  ])('a list %s can be gone through', async (_, answer, optional, record = note) => {
    const openapi = crud('/notes', '/notes/{noteId}', record, {
      'GET /notes': { answer, optional },
    });
    const understudy = ending(createUnderstudy({ openapi, log: 'off' }));
    const made = await understudy.fetch('/notes', { method: 'POST', body: '{"text":"one"}', headers: json });
    const { id, noteId = id } = (await made.json()) as Record<string, number>;
    const [parameter = ''] = Object.keys(optional);
    const seen: (number | undefined)[] = [];
    for (let query = ''; ;) {
      const page = (await (await understudy.fetch(`/notes${query}`)).json()) as Page;
      const notes = 'notes' in page ? page.notes : page;
      seen.push(...notes.map((one) => (typeof one === 'number' ? one : (one['id'] ?? one['noteId']))));
      const next = 'notes' in page ? (page.next_marker ?? page.nextOffset) : undefined;
      if (next === undefined) break;
      query = `?${parameter}=${next}`;
    }
    expect(seen).toHaveLength(21);
    expect(new Set(seen)).toContain(noteId);
  });

  test('an item whose path leaves out its parent, among seeded ones', async () => {
    const openapi = documentOf({
      'GET /issues': { answer: listOf(objectOf({ number: integer, title: text })) },
      'POST /issues': { answer: objectOf({ number: integer, title: text }), body: objectOf({ title: text }) },
      'GET /issues/{number}': { answer: objectOf({ number: integer, title: text }) },
      'GET /issues/{number}/comments': { answer: listOf(note) },
      'POST /issues/{number}/comments': { answer: note, body: objectOf({ text }) },
      'GET /issues/comments': { answer: listOf(note) },
      'GET /issues/comments/{id}': { answer: note },
      'PATCH /issues/comments/{id}': { answer: note, body: objectOf({ text }) },
      'DELETE /issues/comments/{id}': {},
    });
    const understudy = ending(createUnderstudy({ openapi, log: 'off' }));
    const ask = async (method: string, path: string, sent?: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await understudy.fetch(path, { method, ...(sent && { body: JSON.stringify(sent), headers }) });
      return answer.status === 200 ? JSON.parse(await answer.text()) : answer.status;
    };
    const [first, second] = await ask('GET', '/issues/1/comments');
    expect(await ask('GET', `/issues/comments/${first.id}`)).toEqual(first);
    expect(await ask('PATCH', `/issues/comments/${first.id}`, { text: 'changed' })).toEqual({
      ...first,
      text: 'changed',
    });
    expect(await ask('DELETE', `/issues/comments/${second.id}`)).toBe(204);
    const made = await ask('POST', '/issues/2/comments', { text: 'new' });
    const ids = async (path: string) => (await ask('GET', path)).map(({ id }: { id: number }) => id);
    expect(await ask('GET', '/issues/1/comments')).toContainEqual({ ...first, text: 'changed' });
    expect(await ids('/issues/1/comments')).not.toContain(second.id);
    expect(await ids('/issues/2/comments')).toContain(made.id);
    const all = await ids('/issues/comments');
    expect(all).toEqual(expect.arrayContaining([first.id, made.id]));
    expect([new Set(all).size, all.includes(second.id)]).toEqual([all.length, false]);
    expect(await ask('POST', '/issues/999/comments', { text: 'new' })).toBe(404);
  });

  test.each<[string, object[], object]>([
    [
      'adds, replaces and removes',
      [
        { op: 'add', path: '/tags/0', value: 'a' },
        { op: 'replace', path: '/text', value: 'two' },
      ],
      { text: 'two', tags: ['a', 'b'] },
    ],
    [
      'moves and copies',
      [
        { op: 'copy', from: '/text', path: '/tags/-' },
        { op: 'move', from: '/tags/0', path: '/text' },
      ],
      { text: 'b', tags: ['one'] },
    ],
    ['replaces the whole', [{ op: 'replace', path: '', value: { text: 'new', tags: [] } }], { text: 'new', tags: [] }],
    ['takes the whole away', [{ op: 'remove', path: '' }], { detail: /leaves no object/ }],
    [
      'tests what is so',
      [
        { op: 'test', path: '/text', value: 'one' },
        { op: 'remove', path: '/tags/0' },
      ],
      { text: 'one', tags: [] },
    ],
    [
      'tests what is not so',
      [
        { op: 'remove', path: '/tags/0' },
        { op: 'test', path: '/text', value: 'no' },
      ],
      { detail: /tests \/text for a value/ },
    ],
    ['names what is not there', [{ op: 'replace', path: '/a/b', value: 1 }], { detail: /not there: replace .*\/a\/b/ }],
    ['lacks what it needs', [{ op: 'move', path: '/text' }], { detail: /has no from, which move needs/ }],
    ['names what is no pointer', [{ op: 'add', path: 'text', value: 1 }], { detail: /not there: add text/ }],
    ['adds far behind a list', [{ op: 'add', path: '/tags/9', value: 'a' }], { detail: /not there: add/ }],
    ['has an op that is none', [{ op: 'swap', path: '/text' }], { detail: /the op .*swap.*, which is none/ }],
  ])('a JSON patch that %s', async (_, patch, expected) => {
    const tagged = objectOf({ id: integer, text, tags: listOf(text) });
    const openapi = crud('/notes', '/notes/{id}', tagged, {
      'PATCH /notes/{id}': { answer: tagged, body: listOf(objectOf({ op: text, path: text })) },
    });
    const understudy = ending(createUnderstudy({ openapi, log: 'off' }));
    const headers = { 'content-type': 'application/json' };
    const send = (method: string, path: string, body: object) =>
      understudy.fetch(path, { method, headers, body: JSON.stringify(body) });
    const { id } = (await (await send('POST', '/notes', { text: 'one', tags: ['b'] })).json()) as { id: number };
    const answer = await send('PATCH', `/notes/${id}`, patch);
    const now = await (await understudy.fetch(`/notes/${id}`)).json();
    if ('detail' in expected) {
      expect(answer.status).toBe(400);
      expect(await answer.text()).toMatch(expected.detail as RegExp);
      expect(now).toMatchObject({ text: 'one', tags: ['b'] });
    } else expect(now).toEqual({ id, ...expected });
  });
});
