/** `--watch`, as a user has it: a server in a process of its own, whose files are edited while a client asks it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import { freePort, SERVER_MAIN, spawnListener, type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { useFolder } from '../use.js';
import { long } from '../long.js';

const folder = useFolder();
const file = (name: string) => join(folder, name);
const json = (name: string, value: unknown) => writeFileSync(file(name), JSON.stringify(value));

/** A domain in two files, whose seeded records say how long a text may be; a member can be added to its records. */
const notes = (member = '', seeded = '') => `
import { collection, crud, crudHandlers, defineDomain, implement, recordId, z } from '@understudy/server/domain';
import { limit } from './limit.ts';
const note = z
  .object({
    id: recordId('Id of the note.', 'note_0001'),
    text: z.string().max(limit).meta({ description: 'What it says.', examples: ['Chalk'] }),
    ${member}
  })
  .meta({ id: 'Note', description: 'A note.' });
const names = { one: 'note', many: 'notes' };
const contract = defineDomain({
  name: 'notes',
  description: 'Notes.',
  operations: crud({ path: '/api/notes', ...names, schema: note, searches: ['text'] }),
});
const seed = () => ({ text: \`at most \${limit}\`, ${seeded} });
const records = collection({ name: 'notes', prefix: 'note', size: 2, schema: note, seed });
export default implement(contract, { collections: [records], handlers: crudHandlers(records, names) });
`;

const flag = (name: string, fallback = ''): string =>
  `${name}: z.boolean()${fallback}.meta({ description: 'Whether it is.', examples: [false] }),`;

let server: SpawnedServer;
let origin: string;

/** Changes the configuration of a folder. */
function configure(changes: object, path = file('understudy.config.json')): void {
  const config = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as object) : {};
  writeFileSync(path, JSON.stringify({ ...config, ...changes }));
}

beforeAll(async () => {
  writeFileSync(file('notes.ts'), notes());
  writeFileSync(file('limit.ts'), 'export const limit = 20;');
  json('db.json', { todos: [{ id: 1, title: 'Buy chalk' }], words: [{ id: 1, word: 'chalk' }] });
  const config = {
    domain: ['notes.ts'],
    data: 'db.json',
    watch: true,
    clock: '2026-01-01T00:00:00Z',
    without: ['realestate'],
  };
  json('understudy.config.json', { ...config, port: await freePort() });
  const { port } = JSON.parse(readFileSync(file('understudy.config.json'), 'utf8')) as { port: number };
  server = await spawnServer(['--port', String(port)], { cwd: folder });
  origin = server.origin;
}, patient(20_000));
afterAll(async () => {
  await server.stop();
});

/** The address of a sandbox in the control API, and the base URL of its clients. */
const at = (sandbox: string): string => `${origin}/sandboxes/${sandbox}`;

/** The body of an answer in a sandbox. */
async function ask(sandbox: string, path: string, sent?: object, method = 'POST'): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const init = sent === undefined ? {} : { method, headers, body: JSON.stringify(sent) };
  return (await fetch(at(sandbox) + path, init)).json();
}

/** What the server says once it has seen a change. */
async function said(change: () => void): Promise<string> {
  const before = server.complaints().length;
  change();
  return eventually(() => {
    const lines = server.complaints().slice(before);
    expect(lines).toMatch(/serving (?:anew at .* ms|as before)\n$/);
    return lines;
  });
}

describe('--watch', { timeout: patient(20_000) }, () => {
  it('serves what has changed, keeps the sandboxes, and fails no request meanwhile', async () => {
    await ask('shop', '/api/notes', { text: 'of mine' });
    await ask('shop', '/clock', { action: 'advance', seconds: 60 });
    await ask('shop', '/faults', { rules: [{ id: 'slow', fault: 'delay;ms=1' }] }, 'PUT');
    const statuses: number[] = [];
    const asking = new AbortController();
    const client = (async () => {
      while (!asking.signal.aborted) statuses.push((await fetch(`${at('shop')}/api/notes?q=mine`)).status);
    })();
    // A file that the domain imports, and then data that the sandbox has not written to.
    expect(await said(() => writeFileSync(file('limit.ts'), 'export const limit = 30;'))).toMatch(
      /^understudy: limit\.ts changed; serving anew at http:\S+ after \d+ ms\n$/,
    );
    await said(() => json('db.json', { todos: [{ id: 1, title: 'Buy more chalk' }], words: [] }));
    asking.abort();
    await client;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await ask('shop', '/api/notes?q=at most 30')).toMatchObject({ pagination: { total: 2 } });
    expect(await ask('shop', '/api/todos/1')).toMatchObject({ data: { title: 'Buy more chalk' } });
    expect(await ask('shop', '/api/notes?q=mine')).toMatchObject({ data: [{ text: 'of mine' }] });
    expect(await ask('shop', '')).toMatchObject({
      data: { clock: { now: '2026-01-01T00:01:00.000Z' }, counts: { fault_rules: 1 } },
    });
    // The journal has them all: those before the server started anew, and those between.
    expect(await ask('shop', '/requests?path=/api/notes&method=GET')).toMatchObject({
      pagination: { total: statuses.length + 2 },
    });
  });

  long(
    'serves whatever JSON is saved, also where members are named as controls are, or are of several types',
    async () => {
      const before = JSON.parse(readFileSync(file('db.json'), 'utf8')) as object;
      const odd = {
        faqs: [{ id: 1, q: 'What?', constructor: 'That.' }],
        authors: [
          { id: 1, author: { name: 'x' } },
          { id: 2, author: 'y' },
          { id: 3, author: false },
        ],
      };
      await said(() => json('db.json', { ...before, ...odd }));
      for (const [name, records] of Object.entries(odd))
        expect(await ask('odd', `/api/${name}`)).toMatchObject({ data: records });
      await said(() => json('db.json', before));
      expect(await ask('odd', '/api/faqs')).toMatchObject({ status: 404 });
    },
  );

  it('reads the configuration anew', async () => {
    await said(() => configure({ strict: true }));
    expect((await fetch(`${origin}/api/notes?nope=1`)).status).toBe(400);
    expect(await ask('shop', '/api/notes?q=mine')).toMatchObject({ pagination: { total: 1 } });
  });

  it('goes on as it was where a file is wrong, and says why', async () => {
    const wrong = await said(() => writeFileSync(file('notes.ts'), 'export default {'));
    expect(wrong).toMatch(/^understudy: (?:\.\/)?notes\.ts:\d+: it cannot be read: .*; serving as before\n$/);
    expect(await ask('shop', '/api/notes?q=mine')).toMatchObject({ pagination: { total: 1 } });
    await said(() => writeFileSync(file('notes.ts'), notes()));
    const config = readFileSync(file('understudy.config.json'), 'utf8');
    expect(await said(() => json('understudy.config.json', { prot: 1 }))).toContain(
      'did you mean port?; serving as before',
    );
    await said(() => writeFileSync(file('understudy.config.json'), config));
  });

  it('completes records that a schema completes, and begins sandboxes anew whose records do not fit', async () => {
    await ask('other', '/api/todos', { title: 'Wash the board' });
    await said(() => writeFileSync(file('notes.ts'), notes(flag('pinned', '.default(false)'))));
    expect(await ask('shop', '/api/notes?q=mine')).toMatchObject({ data: [{ text: 'of mine', pinned: false }] });
    await said(() => writeFileSync(file('notes.ts'), notes()));
    const lines = await said(() => writeFileSync(file('notes.ts'), notes(flag('starred'), 'starred: true')));
    expect(lines).toMatch(
      /^understudy: the sandbox shop begins anew: the record "note_\w+" of notes does not fit any more: #\/starred is required\n/,
    );
    expect(await ask('shop', '/api/notes')).toMatchObject({ pagination: { total: 2 } });
    expect(await ask('other', '/api/todos')).toMatchObject({ pagination: { total: 2 } });
  });

  it('begins sandboxes anew that have written to data which changes', async () => {
    const lines = await said(() => json('db.json', { todos: [{ id: 7, title: 'Another' }], words: [] }));
    expect(lines).toContain('understudy: the sandbox other begins anew: its writes are to records that have changed\n');
    expect(await ask('other', '/api/todos')).toMatchObject({ data: [{ id: 7 }] });
  });

  it('lets go of sandboxes that it may not hold any more', async () => {
    await said(() => configure({ maxSandboxes: 1 }));
    expect(await ask('other', '/api/todos')).toMatchObject({ pagination: { total: 1 } });
    expect(await ask('shop', '/api/notes')).toMatchObject({ pagination: { total: 2 } });
  });
});

describe('--watch with a durable store', { timeout: patient(20_000) }, () => {
  long('opens it anew, goes on with it where it does not fit the options, and moves to another port', async () => {
    const cwd = file('durable');
    mkdirSync(join(cwd, '.git'), { recursive: true });
    const config = join(cwd, 'understudy.config.json');
    const [port, next] = [await freePort(), await freePort()];
    configure({ port, store: 'sqlite:state.db', log: 'off', watch: true }, config);
    const durable = await spawnListener([SERVER_MAIN], { cwd });
    const seen = (line: RegExp) => eventually(() => expect(durable.complaints()).toMatch(line));
    const enrollments = async (on = port): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${on}/api/education/enrollments?per_page=1`);
      return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
    };
    const seeded = await enrollments();
    await fetch(`http://127.0.0.1:${port}/api/education/enrollments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{ "student_id": "stu_0001", "course_id": "crs_0001" }',
    });
    expect(await enrollments()).toBe(seeded + 1);
    configure({ seed: 'another' }, config);
    await seen(/seed of understudy\.config\.json is "another", but the store holds writes .*; serving as before\n$/);
    expect(await enrollments()).toBe(seeded + 1);
    configure({ seed: undefined, port: next }, config);
    await seen(new RegExp(`serving anew at http://127.0.0.1:${next} after`));
    expect(await enrollments(next)).toBe(seeded + 1);
    await eventually(() => expect(enrollments(port)).rejects.toThrow());
    expect(await durable.stop()).toBe(0);
  });
});
