/** `understudy check FILE` as a user runs it, on files with and without faults. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { runServer, SERVER_MAIN } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../command/in-process.js';

const file = (name: string): string => fileURLToPath(new URL(`domains/${name}.mjs`, import.meta.url));

// The command starts the processes that check by the script of its own, which here is that of vitest.
const [, ownScript = ''] = process.argv;
beforeAll(() => {
  process.argv[1] = SERVER_MAIN;
});
afterAll(() => {
  process.argv[1] = ownScript;
});

/** Runs the command in this process; those that it starts are as a user has them. */
const check = (name: string, ...flags: string[]) => runHere(['check', file(name), ...flags]);

interface Shown {
  readonly checks: readonly { readonly name: string; readonly subjects: number }[];
  readonly findings: readonly {
    readonly check: string;
    readonly subject: string;
    readonly actual: string;
    readonly thrown?: string;
  }[];
  readonly skipped: readonly string[];
}

/** The findings of a run with `--json`. */
async function findings(name: string, ...flags: string[]) {
  const { code, stdout } = await check(name, '--json', ...flags);
  const shown = JSON.parse(stdout) as Shown;
  return { code, shown, found: shown.findings.map(({ check: by, subject }) => `${by} ${subject}`) };
}

describe('understudy check --openapi', { timeout: patient(60_000) }, () => {
  const document = (title: object) => ({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        get: { responses: { 200: { description: 'All.', ...json({ type: 'array', items: note(title) }) } } },
        post: { requestBody: json(note(title)), responses: { 201: { description: 'Made.', ...json(note(title)) } } },
      },
      '/notes/{note-id}': {
        parameters: [{ name: 'note-id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: 'One.', ...json(note(title)) } } },
      },
    },
  });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const note = (title: object) => ({
    type: 'object',
    required: ['title'],
    properties: { id: { type: 'integer' }, title },
  });

  it.each([
    [{ type: 'string', minLength: 3 }, []],
    // No value can be meant: each answer with one is found.
    [
      { type: 'string', minLength: 3, maxLength: 2 },
      [
        'document-answers notes.getNotes',
        'document-answers notes.postNotes',
        'document-answers notes.getNotesByNoteId',
      ],
    ],
  ])('checks what is made of a document: %j', async (title, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-check-'));
    try {
      const path = join(folder, 'notes.json');
      await writeFile(path, JSON.stringify(document(title)));
      const { code, stdout } = await runHere(['check', '--openapi', path, '--json']);
      const shown = JSON.parse(stdout) as Shown;
      expect(shown.findings.map(({ check: by, subject }) => `${by} ${subject}`)).toEqual(expected);
      expect(code).toBe(expected.length === 0 ? 0 : 1);
      const subjects = Object.fromEntries(shown.checks.map((one) => [one.name, one.subjects]));
      expect(subjects).toMatchObject({ 'document-answers': 3, 'equal-stores': 3, 'two-processes': 3, faults: 3 });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('understudy check', { timeout: patient(60_000) }, () => {
  it('ends with 0 where nothing is found, and prints the same but the time', async () => {
    const own = await runServer(['check', file('good'), '--only', 'answers']);
    const runs = [own, await check('good', '--only', 'answers')];
    const [one, other] = runs.map(({ stdout }) => stdout.replace(/in [\d.]+ s$/m, ''));
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(one).toBe(other);
    expect(one).toContain('✓ answers                     2  ok\n- SKIPPED ');
    expect(one).toContain('1 check over 2 cases: no findings, 1 skipped, ');
  });

  it('finds what differs between two processes, with the line of curl that shows it', async () => {
    const { code, stdout } = await check('per-process', '--only', 'equal-bytes,two-processes');
    expect(code).toBe(1);
    expect(stdout).toContain('✓ equal-bytes ');
    expect(stdout).toContain('✗ two-processes               2  1 finding\n');
    expect(stdout).toContain("asked:    curl 'http://127.0.0.1:4010/api/lamps/lamp_0001'");
  });

  it('goes on after a handler that never comes back', async () => {
    const { code, shown, found } = await findings('loops', '--only', 'answers,paging-styles', '--call-limit', '1');
    expect([code, found]).toEqual([1, ['answers lamps.getLamp']]);
    expect(shown.findings[0]?.actual).toBe('no answer within 1 s');
    expect(shown.checks.map(({ subjects }) => subjects)).toEqual([2, 1]);
    expect(shown.skipped.at(-1)).toContain('lamps.getLamp');
  });

  it('goes on after a handler that ends the process', async () => {
    const { code, found, shown } = await findings('exits', '--only', 'answers,paging-styles');
    expect([code, found]).toEqual([1, ['answers lamps.getLamp']]);
    expect(shown.findings[0]?.actual).toBe('the process ended with 0');
  });

  it.each([
    [
      'throws',
      /^TypeError: Cannot read properties of undefined \(reading 'id'\), at .*\/throws\.mjs:5: an error in your domain$/,
    ],
    ['throws-later', /^RangeError: the fuse has blown, at .*\/throws-later\.mjs:7: it was thrown outside of any call/],
  ])('shows the error of a handler that %s, with its file and line', async (name, thrown) => {
    const { found, shown } = await findings(name, '--only', 'answers');
    expect(found).toEqual(['answers lamps.getLamp']);
    expect(shown.findings[0]?.thrown).toMatch(thrown);
    const { stdout } = await check(name, '--only', 'answers');
    expect(stdout).toContain(`    thrown:   ${shown.findings[0]?.thrown}\n`);
  });

  it('names the line that reads the time', async () => {
    const { found, shown } = await findings('reads-the-time', '--only', 'time-and-chance');
    expect(found).toEqual(['time-and-chance lamps.getLamp']);
    expect(shown.findings[0]?.actual).toMatch(/^Date\.now\(\) at .*reads-the-time\.mjs:4:\d+\)?$/);
  });

  it('checks one operation', async () => {
    const { shown } = await findings('good', '--operation', 'lamps.getLamp', '--only', 'answers,seeds-fit');
    expect(shown.checks.map(({ name, subjects }) => [name, subjects])).toEqual([
      ['seeds-fit', 0],
      ['answers', 1],
    ]);
  });

  it('refuses to run without a file', async () => {
    // In a process of its own: one that another has started waits for what it is to check.
    expect(await runServer(['check'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'understudy: check needs a FILE that exports a domain, such as ./notes.ts, or --openapi FILE\n',
    });
  });

  it.each([
    [['check', file('no-domain')], 'exports no domain'],
    [['check', file('nowhere')], 'nowhere.mjs'],
    [['check', file('good'), '--only', 'nope'], '--only names nope; the checks are seeds-fit, '],
    [['check', file('good'), '--operation', 'lamps.nope'], '--operation names lamps.nope, which'],
    [['check', file('good'), '--postgres', 'mysql://me:secret@x'], '--postgres is ***, but must be postgres://…'],
  ])('refuses %j with one line', async (flags, message) => {
    const { code, stdout, stderr } = await runHere(flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
