/** The command line: which command it asks for, with which options, and what is wrong with it. */
import { describe, expect, it } from 'vitest';
import { option } from '../options/option.js';
import { flag, text, whole } from '../options/parse.js';
import type { Command } from './command.js';
import { readCommandLine } from './read-command-line.js';

const command = (name: string, maxOperands: number, options: ReturnType<Command['options']>): Command => ({
  name,
  summary: `Does ${name}.`,
  usage: '[options]',
  options: () => options,
  maxOperands,
  run: async () => 0,
});

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
const commands = [command('serve', 0, { port }), command('client', 1, { out, quiet, port })] as const;

const asked = (line: string, environment = {}) =>
  readCommandLine({ arguments: line.split(' ').filter((word) => word !== ''), environment }, commands);

it.each([
  ['', 'serve', {}, []],
  ['--port 3', 'serve', { port: '3' }, []],
  ['--port 3 serve', 'serve', { port: '3' }, []],
  ['client --out a.ts ./b.ts', 'client', { out: 'a.ts' }, ['./b.ts']],
  ['--out a.ts client --quiet', 'client', { out: 'a.ts', quiet: true }, []],
])('%j runs %s', (line, name, values, operands) => {
  expect(asked(line)).toMatchObject({ name: 'run', command: { name }, given: { values, operands } });
});

it('reads variables, which flags win over, and names the one that a value came from', () => {
  const { given } = { given: undefined, ...asked('client --out a.ts', { PORT: '4', OUT: 'b.ts' }) };
  expect(given?.values).toEqual({ out: 'a.ts', port: '4' });
  expect(['out', 'port', 'quiet'].map((field) => given?.named(field))).toEqual(['--out', 'PORT', '--quiet']);
});

it.each([
  ['--help', undefined],
  ['help', undefined],
  ['serve --help', 'serve'],
  ['help client', 'client'],
  ['client -h', 'client'],
])('%j asks for help', (line, name) => {
  expect(asked(line)).toMatchObject({ name: 'help', about: name === undefined ? undefined : { name } });
});

describe('refuses', () => {
  it.each([
    ['fly', 'unknown command "fly"; the commands are serve, client'],
    ['clinet', 'unknown command "clinet"; did you mean client?'],
    ['help fly', 'unknown command "fly"'],
    ['://me:secret@host/db', 'unknown command ***;'],
    ['serve now', 'understudy serve does not take "now"'],
    ['client a.ts b.ts', 'understudy client does not take "b.ts"'],
    ['serve --out a.ts', "Unknown option '--out'; understudy serve --help lists all flags"],
    ['client --out', 'understudy client --help lists all flags'],
  ])('%j', (line, message) => {
    expect(() => asked(line)).toThrow(message);
  });
});

describe('a command that runs another program', () => {
  const drill: Command = { ...command('drill', 0, { quiet, out }), runsProgram: true };
  const read = (line: string) => readCommandLine({ arguments: line.split(' '), environment: {} }, [commands[0], drill]);

  it.each([
    ['drill -- npm test', {}, ['npm', 'test']],
    ['drill --quiet -- npm test --quiet --help -- x', { quiet: true }, ['npm', 'test', '--quiet', '--help', '--', 'x']],
    ['drill --out a.ts', { out: 'a.ts' }, []],
  ])('%j leaves alone what follows --', (line, values, program) => {
    expect(read(line)).toMatchObject({ name: 'run', given: { values, operands: [], program } });
  });

  it('wants the other program after --', () => {
    expect(() => read('drill npm -- test')).toThrow(
      'understudy drill does not take "npm"; the command to run follows --',
    );
  });

  it('helps where its own part asks for it', () => {
    expect(read('drill --help -- npm test')).toMatchObject({ name: 'help', about: { name: 'drill' } });
  });
});
