/** The command `understudy client`: which domains it writes, where, and when it refuses. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { listen, spawnServer } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { domainsFile } from '../../src/generate.js';
import { runHere } from '../command/in-process.js';
import { withRooms } from '../operations/fixture-domain.js';
import { inProcess } from '../support.js';
import { long } from '../long.js';
import { useFolder } from '../use.js';

const folder = useFolder();

/** Runs the command in this process, and gives what it prints. */
const client = (...flags: readonly string[]) => runHere(['client', ...flags]);

describe('the text', () => {
  it('has the domains that are not ours, and others only where they are named', async () => {
    await using server = await withRooms();
    const document = await (await server.fetch('/openapi.json')).json();
    const own = domainsFile(document);
    expect(own).toMatch(/^\/\*\* Domains for .* Written by `understudy client`; do not edit\. \*\/\n/);
    expect(own).toContain('export interface Room {');
    expect(own).toContain("path: '/api/rooms/{room_id}',");
    expect(own).not.toMatch(/Course|SimulatedError|zod/);
    expect(domainsFile(document)).toBe(own);
    const two = domainsFile(document, { domains: ['events', 'rooms'] });
    expect(two).toContain('readonly events: client.DomainDescriptor<EventsOperations>;');
    expect(two).toContain('readonly rooms: client.DomainDescriptor<RoomsOperations>;');
    expect(domainsFile(document, { domains: 'all' })).toContain('readonly sandboxes: client.DomainDescriptor');
  });

  long('is refused where there is nothing to write it from', async () => {
    await using server = await inProcess();
    const document = await (await server.fetch('/openapi.json')).json();
    expect(() => domainsFile(document)).toThrow('the server has no domain but those of Understudy');
    expect(() => domainsFile(document, { domains: ['rooms'] })).toThrow('the server has no domain rooms; its domains');
    for (const other of [null, 1, {}, { paths: {}, components: {} }, undefined]) {
      expect(() => domainsFile(other)).toThrow('this is no OpenAPI document of an Understudy server');
    }
  });
});

describe('the command', { timeout: patient(20_000) }, () => {
  long('writes a file in a new folder, checks it, and writes it anew', async () => {
    const out = join(folder, 'new', 'src', 'api.ts');
    const flags = ['--out', out, '--all'];
    expect(await client(...flags, '--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('is out of date'),
    });
    expect(await client(...flags)).toEqual({ code: 0, stdout: `Wrote ${out}\n`, stderr: '' });
    const text = readFileSync(out, 'utf8');
    expect(await client(...flags, '--check')).toMatchObject({ code: 0, stdout: `${out} is up to date\n` });
    writeFileSync(out, text.replace('Course', 'Curse'));
    expect((await client(...flags, '--check')).code).toBe(1);
    expect((await client(...flags)).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(text);
  });

  long('asks a running server', async () => {
    const server = await spawnServer();
    const out = join(folder, 'asked.ts');
    const asked = await client('--out', out, '--all', '--url', `${server.origin}/`);
    await server.stop();
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    const inProcessOut = join(folder, 'own.ts');
    await client('--out', inProcessOut, '--all');
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(inProcessOut, 'utf8'));
  });

  it('writes the domains of files, and no others', async () => {
    const out = join(folder, 'notes.ts');
    const file = fileURLToPath(new URL('../own-domain/notes.ts', import.meta.url));
    const flags = ['client', '--out', out, '--domain', file];
    expect(await runHere(flags)).toMatchObject({ code: 0, stderr: '' });
    const text = readFileSync(out, 'utf8');
    expect(text).toContain('readonly notes: client.DomainDescriptor<NotesOperations>;');
    expect(text).not.toMatch(/Course|zod/);
    expect((await runHere([...flags, '--check'])).code).toBe(0);
    const both = await runHere([...flags, '--url', 'http://127.0.0.1:1']);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--url and --domain exclude each other') });
  });

  long('writes the collections of data', async () => {
    const out = join(folder, 'data.ts');
    const file = fileURLToPath(new URL('../data/files/to-do.json', import.meta.url));
    const flags = ['client', '--out', out, '--data', file];
    expect(await runHere(flags)).toMatchObject({ code: 0, stderr: '' });
    const text = readFileSync(out, 'utf8');
    expect(text).toContain('readonly items: client.DomainDescriptor<ItemsOperations>;');
    expect(text).not.toMatch(/Course|zod/);
    const both = await runHere([...flags, '--url', 'http://127.0.0.1:1']);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--url and --data exclude each other') });
    const mongo = join(folder, 'db.json');
    writeFileSync(mongo, '{ "posts": [{ "_id": 1 }, { "_id": "two" }] }');
    expect(await client('--out', out, '--data', mongo, '--id', '_id')).toMatchObject({ code: 0 });
    expect(readFileSync(out, 'utf8')).toContain('_id: number | string;');
  });

  long('overwrites no file that it has not written', async () => {
    const out = join(folder, 'mine.ts');
    writeFileSync(out, 'export const mine = 1;\n');
    for (const more of [[], ['--check']]) {
      const { code, stderr } = await client('--out', out, '--all', ...more);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `understudy: --out is ${out}, but that file was not written by understudy client; choose another\n`,
      });
    }
    expect(readFileSync(out, 'utf8')).toBe('export const mine = 1;\n');
  });

  it.each([
    [[], '--out is missing'],
    [['--out', 'api.json'], '--out is "api.json", but must be the path of a TypeScript file'],
    [['--out', 'api.ts'], 'the server has no domain but those of Understudy; name files'],
    [['--out', 'api.ts', '--url', 'ftp://a'], '--url is "ftp://a", but must be the http or https address'],
    [['--out', 'api.ts', '--url', 'http://a:secret@b'], '--url is "http://a:***@b", but must be'],
    [['--out', 'api.ts', '--url', 'http://127.0.0.1:1'], '--url is http://127.0.0.1:1, but no server answers there: '],
  ])('refuses %j with one line', async (flags, message) => {
    const { code, stdout, stderr } = await client(...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses what is no document of an Understudy server', async () => {
    const answers = ['nonsense', '{}'];
    const server = createServer((_request, response) => response.end(answers.shift()));
    const url = `http://127.0.0.1:${await listen(server)}`;
    const flags = ['--out', join(folder, 'none.ts'), '--url', url];
    expect((await client(...flags)).stderr).toContain('its /openapi.json is no JSON');
    expect((await client(...flags)).stderr).toContain('this is no OpenAPI document of an Understudy server');
    server.closeAllConnections();
    server.close();
  });
});
