/** The configuration file: its forms, where it is found, what wins over it, and what is wrong with it. */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram, SERVER_MAIN } from '@understudy/tooling/server';
import { Ajv } from 'ajv';
import { describe, expect, it, vi } from 'vitest';
import { options } from '../../src/command/serving/plan.js';
import { overSocket } from '../support.js';
import { useFolder } from '../use.js';
import { runHere } from './in-process.js';
import { long } from '../long.js';

const root = useFolder();

let count = 0;

/** A project with some files; the folder in it that the command runs in. */
function project(files: Readonly<Record<string, string>>, below = '.'): string {
  const folder = join(root, String((count += 1)));
  for (const [name, text] of Object.entries({ '.git/HEAD': '', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, below), { recursive: true });
  return join(folder, below);
}

/** What is in force, by field: where it is from, and its value. */
async function inForce(folder: string, words: readonly string[] = [], env = {}) {
  const { code, stdout, stderr } = await runHere([...words, '--print-config'], { folder, env });
  expect([code, stderr]).toEqual([0, '']);
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
  return { text: stdout, fields: new Map(rows.map(([field = '', ...rest]) => [field, rest])) };
}

const typed = `
import { defineConfig } from '@understudy/server/config';
const port: number = 4021;
export default defineConfig({ port, strict: true });
`;
const plain = `
import { defineConfig } from '@understudy/server/config';
export default defineConfig({ port: 4021, strict: true });
`;

describe('the file', () => {
  it.each([
    ['ts', typed],
    ['mts', typed],
    ['js', plain],
    ['mjs', plain],
    ['json', '{ "port": 4021, "strict": true }'],
  ])('may be understudy.config.%s, and needs no package beside it', async (ending, text) => {
    const { fields } = await inForce(project({ [`understudy.config.${ending}`]: text }));
    expect(fields.get('port')).toEqual([`port of understudy.config.${ending}`, '4021']);
    expect(fields.get('strict')).toEqual([`strict of understudy.config.${ending}`, 'true']);
    expect(fields.get('host')).toEqual(['default', '127.0.0.1']);
  });

  it('gives way to variables, and those to flags', async () => {
    const folder = project({ 'understudy.config.json': '{ "port": 4021, "seed": "file", "strict": true }' });
    const { fields } = await inForce(folder, ['--seed', 'flag', '--no-strict'], { PORT: '4022', UNDERSTUDY_SEED: 'v' });
    expect(['port', 'seed', 'strict'].map((field) => fields.get(field))).toEqual([
      ['PORT', '4022'],
      ['--seed', 'flag'],
      ['--strict', 'false'],
    ]);
  });

  long('is found in the folders above, and has paths that begin in its own', async () => {
    const config = '{ "data": "./db.json", "store": "sqlite:state.db", "domain": ["a.ts", "b.ts"] }';
    const above = project({ 'understudy.config.json': config }, 'src/deep');
    const { stdout } = await runHere(['drill', '--print-config', '--', 'x'], { folder: above });
    expect(stdout).toMatch(/^domain .* \["\.\.\/\.\.\/a\.ts","\.\.\/\.\.\/b\.ts"\]$/m);
    // In a process of its own, whose working directory it is.
    const data = '{ "todos": [{ "id": 1, "title": "Buy chalk" }] }';
    const cwd = project({ 'understudy.config.json': '{ "data": "./db.json" }', 'db.json': data }, 'src/deep');
    const domains = await runProgram([process.execPath, SERVER_MAIN, 'domains', '--json'], { cwd });
    expect(domains.code).toBe(0);
    expect(JSON.parse(domains.stdout)).toContainEqual(expect.objectContaining({ name: 'todos', operations: 6 }));
  });

  it('is looked for no further than the repository', async () => {
    const folder = project({ 'understudy.config.json': '{ "port": 1 }', 'packages/app/.git': '' }, 'packages/app/src');
    const { text, fields } = await inForce(folder);
    expect(text).toMatch(/^No configuration file was found\.\n/);
    expect(fields.get('port')).toEqual(['default', '4010']);
  });

  it('is not run where it is of another user, in a folder above', async () => {
    const folder = project({ 'understudy.config.json': '{ "port": 4021 }' }, 'src');
    const file = join(dirname(folder), 'understudy.config.json');
    // Only root gives files away; everybody else is another user than the one whose file it is.
    if (process.getuid?.() === 0) chownSync(file, 12_345, 12_345);
    else vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1);
    const { stdout, stderr } = await runHere(['--print-config'], { folder });
    expect(stdout).toMatch(/^port +default +4010$/m);
    expect(stderr).toBe(`understudy: ${file} is of another user and is not read; --config names it all the same\n`);
    const { fields } = await inForce(folder, ['--config', '../understudy.config.json']);
    expect(fields.get('port')?.[1]).toBe('4021');
  });

  it('can be named, and can be left alone', async () => {
    const folder = project({ 'understudy.config.json': '{ "port": 4021 }', 'other.json': '{ "port": 4022 }' });
    expect((await inForce(folder, ['--config', 'other.json'])).fields.get('port')).toEqual([
      'port of other.json',
      '4022',
    ]);
    expect((await inForce(folder, [], { UNDERSTUDY_CONFIG: 'other.json' })).fields.get('port')?.[1]).toBe('4022');
    expect((await inForce(folder, ['--config', 'none'])).fields.get('port')).toEqual(['default', '4010']);
  });

  it('is read by the other commands as far as it concerns them', async () => {
    const folder = project({ 'understudy.config.json': '{ "port": 9, "adminToken": "geheim" }' });
    const { code, stderr } = await runHere(['status'], { folder });
    expect([code, stderr]).toEqual([1, expect.stringContaining('no server answers at http://127.0.0.1:9: ')]);
    const { stdout } = await runHere(['status', '--print-config'], { folder });
    expect(stdout).toMatch(/adminToken +adminToken of understudy\.config\.json +\*\*\*\n/);
  });
});

describe('what is in force', () => {
  it('shows no secret', async () => {
    const folder = project({
      'understudy.config.json': JSON.stringify({
        store: 'postgres://me:geheim@host/db',
        faults: [{ fault: 'geheim' }],
      }),
    });
    const { text, fields } = await inForce(folder, ['--admin-token', 'geheim']);
    expect(text).not.toContain('geheim');
    expect(fields.get('adminToken')).toEqual(['--admin-token', '***']);
    expect(fields.get('store')?.[1]).toBe('postgres://me:***@host/db');
    expect(fields.get('faults')?.[1]).toBe('given as an object');
  });

  it('knows the sizes of data that is served', async () => {
    const domain = new URL('../own-domain/notes.ts', import.meta.url).pathname;
    const { fields } = await inForce(project({}), ['--domain', domain, '--size', 'notes=7']);
    expect(fields.get('size')).toEqual(['--size', 'notes=7']);
  });
});

describe('refuses', () => {
  it.each([
    [
      'an unknown field',
      { 'understudy.config.json': '{ "prot": 1 }' },
      'has the unknown field "prot"; did you mean port?',
    ],
    [
      'a wrong value',
      { 'understudy.config.json': '{ "port": "x" }' },
      'port of understudy.config.json is "x", but must be',
    ],
    [
      'what is no object',
      { 'understudy.config.json': '[]' },
      'understudy.config.json is an array, and must be an object',
    ],
    ['broken JSON', { 'understudy.config.json': '{ "port": }' }, 'understudy.config.json: it is not valid JSON'],
    [
      'no default export',
      { 'understudy.config.ts': 'export const port = 1;' },
      'has no default export; write export default',
    ],
    [
      'what throws',
      { 'understudy.config.mjs': "\nthrow new Error('no luck')" },
      'throws while it is loaded: Error: no luck',
    ],
    ['a syntax error', { 'understudy.config.ts': 'export default {' }, 'it cannot be read: '],
    [
      'an import that leads nowhere',
      { 'understudy.config.ts': "import './x.js'" },
      "imports './x.js', which cannot be found",
    ],
    [
      'two files',
      { 'understudy.config.ts': '', 'understudy.config.js': '' },
      'has both understudy.config.ts and understudy.config.js',
    ],
  ])('%s', async (_, files, message) => {
    const { code, stdout, stderr } = await runHere(['serve'], { folder: project(files as Record<string, string>) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    ['no.json', 'there is no configuration file no.json'],
    ['config.yaml', 'the configuration file config.yaml is no .ts, .mts, .js, .mjs, .json file'],
  ])('--config %s', async (name, message) => {
    const { code, stderr } = await runHere(['--config', name], { folder: project({ 'config.yaml': '' }) });
    expect([code, stderr]).toEqual([2, `understudy: ${message}\n`]);
  });
});

describe('the schemas that editors complete by', () => {
  const schemaOf = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../dist/schemas/${name}.json`, import.meta.url), 'utf8')) as object;
  const validator = (name: string) => {
    const validate = new Ajv({ strict: false, formats: { 'date-time': true } }).compile(schemaOf(name));
    return (value: unknown): boolean => validate(value);
  };
  const $schema = './node_modules/@understudy/server/dist/schemas/faults.json';
  const rules = [{ when: { method: 'POST' }, times: 1, fault: 'reset;commit=after' }, { answer: { status: 418 } }];

  it('take the value of every option that is read from a file, in each of its forms', () => {
    const isConfig = validator('config');
    const fields = Object.entries(options()).filter(
      ([, { variable, isField }]) => variable !== undefined && isField !== false,
    );
    for (const [field, { fallback, choices = [] }] of fields) {
      const values = [...(fallback === undefined || fallback === null ? [] : [fallback]), ...choices];
      for (const value of values) expect([field, value, isConfig({ [field]: value })]).toEqual([field, value, true]);
    }
    const whole = {
      $schema,
      port: 4020,
      data: 'db.json',
      size: { students: 1000 },
      openapi: ['a=a.yaml'],
      faults: rules,
    };
    expect(isConfig(whole)).toBe(true);
    expect([{ prt: 1 }, { port: true }, { log: 'loud' }, { faults: [{ tims: 1 }] }].map(isConfig)).toEqual(
      Array(4).fill(false),
    );
  });

  it('take the rules of a file, which may name its schema where a server starts and where rules are set', async () => {
    const isFaults = validator('faults');
    expect([rules, { $schema, rules }, { rules: [{ fault: 'drip', tims: 1 }] }, {}].map(isFaults)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const folder = project({ 'rules.json': JSON.stringify({ $schema, rules }) });
    const file = join(folder, 'rules.json');
    const server = await overSocket({ faults: file });
    try {
      const { stdout, stderr } = await runHere(['faults', 'set', file, server.origin]);
      expect([stdout, stderr]).toEqual(['Set 2 rules in the sandbox default\n', '']);
    } finally {
      await server.close();
    }
  });
});
