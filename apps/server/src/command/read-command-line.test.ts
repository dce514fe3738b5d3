/** The command line: which command it asks for, with which options, and what is wrong with it. */
import { describe, expect, it } from 'vitest';
import { option } from '../options/option.js';
import { flag, text, whole } from '../options/parse.js';
import type { OptionTable } from '../options/option.js';
import type { CommandOutline } from './commands.js';
import { readCommandLine } from './read-command-line.js';

const command = (name: string, maxOperands: number, options: OptionTable): CommandOutline => ({
  name,
  group: 'All',
  summary: `Does ${name}.`,
  usage: '[options]',
  maxOperands,
  load: async () => ({ options: () => options, run: async () => 0 }),
});

/** A folder without a configuration file. */
const folder = import.meta.dirname;

const port = option({
  flag: 'port',
  variable: 'PORT',
  placeholder: 'N',
  help: 'Port.',
  fallback: 1,
  read: whole(0, 9),
});
const out = option({ flag: 'out', placeholder: 'FILE', help: 'File to write.', fallback: 'x.ts', read: text });
const quiet = option({ flag: 'quiet', help: 'Say nothing.', fallback: false, read: flag });
const commands = [
  command('serve', 0, { port }),
  command('client', 1, { out, quiet, port }),
  { ...command('faults', 1, { quiet }), actions: ['list', 'clear'] },
] as const;

const asked = (line: string, environment = {}) =>
  readCommandLine({ arguments: line.split(' ').filter((word) => word !== ''), environment, folder }, commands);

it.each([
  ['', 'serve', {}, []],
  ['--port 3', 'serve', { port: '3' }, []],
  ['--port 3 serve', 'serve', { port: '3' }, []],
  ['client --out a.ts ./b.ts', 'client', { out: 'a.ts' }, ['./b.ts']],
  ['--out a.ts client --quiet', 'client', { out: 'a.ts', quiet: true }, []],
])('%j runs %s', async (line, name, values, operands) => {
  expect(await asked(line)).toMatchObject({ name: 'run', outline: { name }, given: { values, operands } });
});

it.each([
  ['client --no-quiet', { quiet: false }],
  ['client --quiet --no-quiet', { quiet: false }],
])('%j switches off what a variable or the file may switch on', async (line, values) => {
  expect(await asked(line)).toMatchObject({ given: { values } });
});

it('takes an action of a command, and what follows it', async () => {
  expect(await asked('faults list http://localhost')).toMatchObject({
    given: { action: 'list', operands: ['http://localhost'] },
  });
});

it('reads variables, which flags win over, and names the one that a value came from', async () => {
  const { given } = { given: undefined, ...(await asked('client --out a.ts', { PORT: '4', OUT: 'b.ts' })) };
  expect(given?.values).toEqual({ out: 'a.ts', port: '4' });
  expect(['out', 'port', 'quiet'].map((field) => given?.named(field))).toEqual(['--out', 'PORT', '--quiet']);
});

it.each([
  ['--help', undefined],
  ['help', undefined],
  ['serve --help', 'serve'],
  ['help client', 'client'],
  ['client -h', 'client'],
])('%j asks for help', async (line, name) => {
  const about = name === undefined ? undefined : { outline: { name } };
  expect(await asked(line)).toMatchObject({ name: 'help', about });
});

describe('refuses', () => {
  it.each([
    ['fly', 'unknown command "fly"; the commands are serve, client, faults'],
    ['clinet', 'unknown command "clinet"; did you mean client?'],
    ['help fly', 'unknown command "fly"'],
    ['://me:secret@host/db', 'unknown command ***;'],
    ['serve now', 'understudy serve does not take "now"'],
    ['client a.ts b.ts', 'understudy client does not take "b.ts"'],
    ['serve --out a.ts', 'unknown option --out; understudy serve --help lists all options'],
    ['client --out', '--out needs a value; understudy client --help lists all options'],
    ['--prot 1', 'unknown option --prot; did you mean --port?'],
    ['--port 3 fly', 'unknown command "fly"'],
    ['client --quiet=yes', '--quiet takes no value'],
    ['client --otu a.ts', 'unknown option --otu; did you mean --out?'],
    ['client --no-quite', 'unknown option --no-quite; did you mean --quiet?'],
    ['faults', 'understudy faults needs one of list, clear after it'],
    ['faults clean', 'understudy faults does not take "clean"; did you mean clear?'],
    ['faults drop', 'understudy faults does not take "drop"; it takes list, clear'],
    ['faults list a b', 'understudy faults does not take "b"'],
  ])('%j', async (line, message) => {
    await expect(asked(line)).rejects.toThrow(message);
  });
});

describe('a command that runs another program', () => {
  const drill: CommandOutline = { ...command('drill', 0, { quiet, out }), runsProgram: true };
  const read = (line: string) =>
    readCommandLine({ arguments: line.split(' '), environment: {}, folder }, [commands[0], drill]);

  it.each([
    ['drill -- npm test', {}, ['npm', 'test']],
    ['drill --quiet -- npm test --quiet --help -- x', { quiet: true }, ['npm', 'test', '--quiet', '--help', '--', 'x']],
    ['drill --out a.ts', { out: 'a.ts' }, []],
  ])('%j leaves alone what follows --', async (line, values, program) => {
    expect(await read(line)).toMatchObject({ name: 'run', given: { values, operands: [], program } });
  });

  it('wants the other program after --', async () => {
    await expect(read('drill npm -- test')).rejects.toThrow(
      'understudy drill does not take "npm"; the command to run follows --',
    );
  });

  it('helps where its own part asks for it', async () => {
    const about = { outline: { name: 'drill' } };
    expect(await read('drill --help -- npm test')).toMatchObject({ name: 'help', about });
  });
});
