/** The help, and the errors of wrong use, as golden files: `npx vitest run test/command/help -u` writes them anew. */
import { runProgram, SERVER_MAIN } from '@understudy/tooling/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/command/commands.js';
import { groups } from '../../src/options/option.js';
import { hasProgram } from './has-program.js';
import { runHere } from './in-process.js';
import { long } from '../long.js';

const ESCAPE = '\u001B[';
const names = commands.map(({ name }) => name);

/** The columns that a line takes; each character of ours takes one. */
const widest = (text: string): number => Math.max(...text.split('\n').map((line) => [...line].length));

/** The help without the options that name every domain: a new one changes no file. */
const withoutDomains = (text: string): string => text.replaceAll(/^ {2}--(?:without|size) .*\n(?: {26}.*\n)*/gm, '');

describe('the help', () => {
  it.each(['understudy', ...names])('of %s is within 80 columns', async (name) => {
    const { code, stdout, stderr } = await runHere(name === 'understudy' ? ['--help'] : [name, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    await expect(withoutDomains(stdout)).toMatchFileSnapshot(`help/${name}.txt`);
  });

  it.each([{ npm_lifecycle_event: 'npx' }, { npm_command: 'exec' }])(
    'and errors name the command by its scope where npx has started it: %j',
    async (env) => {
      for (const name of names) {
        const { stdout } = await runHere([name, '--help'], { env });
        expect(widest(stdout)).toBeLessThanOrEqual(80);
        expect(stdout).toContain(`Usage: npx @understudy/server ${name} `);
        expect(stdout).not.toMatch(/(?<!@)\bunderstudy (?:serve|drill|check|status|faults|snapshot|domains|openapi)\b/);
      }
      const { stderr } = await runHere(['--port'], { env });
      expect(stderr).toBe('understudy: --port needs a value; npx @understudy/server serve --help lists all options\n');
    },
  );

  it('names every command', async () => {
    const { stdout } = await runHere(['--help']);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('has every option of serve in a group', async () => {
    const [serve] = commands;
    const options = Object.values((await serve.load()).options());
    expect(options.filter(({ group }) => group === undefined)).toEqual([]);
    const { stdout } = await runHere(['serve', '--help']);
    expect(groups.filter((group) => !stdout.includes(`\n${group}:\n`))).toEqual([]);
  });

  it.each([
    ['on a terminal', true, {}, true],
    ['where no terminal reads it', false, {}, false],
    ['where none reads it and colours are wanted', false, { FORCE_COLOR: '1' }, false],
    ['with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['with an empty NO_COLOR, which counts as none', true, { NO_COLOR: '' }, true],
    ['on a terminal without colours', true, { TERM: 'dumb' }, false],
  ])('%s', async (_, isTerminal, env, isPainted) => {
    const how = { isTerminal, env: { NO_COLOR: '', TERM: 'xterm', ...env } };
    const [help, wrong] = [await runHere(['serve', '--help'], how), await runHere(['--prot', '1'], how)];
    expect([help.stdout.includes(ESCAPE), wrong.stderr.includes(ESCAPE)]).toEqual([isPainted, isPainted]);
    const plain = await runHere(['serve', '--help']);
    // eslint-disable-next-line no-control-regex
    expect(help.stdout.replaceAll(/\u001B\[\d+m/g, '')).toBe(plain.stdout);
  });
});

const hasPython = await hasProgram('python3', 'a terminal');

describe.skipIf(!hasPython)('on a real terminal', () => {
  /** What the command writes to a terminal that Python opens. */
  const onTerminal = async (words: readonly string[], env = {}) => {
    const spawn = ['python3', '-I', '-c', 'import pty, sys; pty.spawn(sys.argv[1:])', process.execPath, SERVER_MAIN];
    const { stdout } = await runProgram([...spawn, ...words], { env: { NO_COLOR: '', TERM: 'xterm', ...env } });
    return stdout;
  };

  long('has colours, unless NO_COLOR is set', async () => {
    expect(await onTerminal(['--help'])).toContain(`${ESCAPE}1mServing:${ESCAPE}22m`);
    expect(await onTerminal(['--prot', '1'])).toContain(`${ESCAPE}31munderstudy:${ESCAPE}39m unknown option --prot`);
    expect(await onTerminal(['--help'], { NO_COLOR: '1' })).not.toContain(ESCAPE);
  });
});

describe('wrong use', () => {
  const lines = [
    'sevre',
    'fly',
    'help sevre',
    '--prot 1',
    '--port',
    '--port x',
    '--watch=yes',
    'serve now',
    'drill',
    'drill npm -- test',
    'client',
    'client --otu src/api.ts',
  ];
  const shown: string[] = [];

  beforeAll(async () => {
    for (const line of lines) {
      const { code, stdout, stderr } = await runHere(line.split(' '));
      shown.push(`$ understudy ${line}\n${stdout}${stderr}→ ${code}\n`);
    }
  });

  it('is answered with one line, and code 2', async () => {
    for (const text of shown) expect(text).toMatch(/^\$ .*\nunderstudy: .*\n→ 2\n$/);
    await expect(shown.join('\n')).toMatchFileSnapshot('help/wrong-use.txt');
  });
});
