/** The completion, in the shells that people have: an interactive shell in which lines are typed, each with a Tab. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { runProgram } from '@understudy/tooling/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from './has-program.js';
import { runHere } from './in-process.js';
import { useFolder } from '../use.js';

const TYPE_LINES = fileURLToPath(new URL('shells/type-lines.py', import.meta.url));

/** Prints the words of a line that was run, between marks that no typed line has. */
const PRINTS = String.raw`printf '<<%s:%s:%s>>\n' $((6*7)) "$*" $((6*7))`;

/** How each shell is started, and made ready. */
const shells = {
  bash: {
    program: ['bash', '--norc', '--noprofile', '-i'],
    ready: (script: string) => [
      `understudy() { ${PRINTS}; }`,
      // It asks before it lists many.
      'bind "set completion-query-items 0"; bind "set page-completions off"',
      `. ${script}`,
      'echo ready-$((6*7))',
    ],
  },
  zsh: {
    program: ['zsh', '-f', '-i'],
    ready: (script: string) => [
      `understudy() { ${PRINTS}; }`,
      'autoload -U compinit; compinit -u -D; LISTMAX=-1',
      `. ${script}`,
      'echo ready-$((6*7))',
    ],
  },
  fish: {
    program: ['fish', '--no-config', '-i'],
    ready: (script: string) => [
      String.raw`function understudy; printf '<<%s:%s:%s>>\n' (math 6 x 7) "$argv" (math 6 x 7); end`,
      `source ${script}`,
      'echo ready-(math 6 x 7)',
    ],
  },
} as const;

/** What is typed, and what runs once the Tab has completed it. */
const lines: readonly (readonly [typed: string, runs: string])[] = [
  ['understudy sta', 'status'],
  ['understudy --trust', '--trust-proxy'],
  ['understudy serve --log pr', 'serve --log pretty'],
  ['understudy serve --webhook-retry st', 'serve --webhook-retry standard'],
  ['understudy --data d', '--data db.json'],
  ['understudy faults cl', 'faults clear'],
  ['understudy faults set d', 'faults set db.json'],
  ['understudy snapshot r', 'snapshot restore'],
  ['understudy check n', 'check notes.ts'],
  ['understudy drill --fail-on war', 'drill --fail-on warning'],
  ['understudy drill -- printen', 'drill -- printenv'],
  ['understudy client --ou', 'client --out'],
  ['understudy completion fi', 'completion fish'],
  ['understudy help sn', 'help snapshot'],
];

const hasPython = await hasProgram('python3', 'completion');
const present = await Promise.all(
  Object.entries(shells).map(async ([name, shell]) => ({
    name,
    ...shell,
    isHere: await hasProgram(name, 'completion'),
  })),
);

const folder = useFolder();
beforeAll(() => {
  for (const name of ['db.json', 'notes.ts']) writeFileSync(join(folder, name), '');
});

describe.each(present)('in $name', { timeout: patient(20_000) }, ({ name, program, ready, isHere }) => {
  it.skipIf(!isHere || !hasPython)('a Tab completes commands, actions, options, values and files', async () => {
    const { code, stdout: script } = await runHere(['completion', name]);
    expect(code).toBe(0);
    const file = join(folder, `.completion-${name}`);
    writeFileSync(file, script);
    const typed = await runProgram(['python3', '-I', TYPE_LINES, JSON.stringify(ready(file)), ...program], {
      cwd: folder,
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      input: JSON.stringify(lines.map(([line]) => line)),
    });
    expect(typed.stderr).toBe('');
    expect(JSON.parse(typed.stdout)).toEqual(lines.map(([, runs]) => runs));
  });
});

it('offers every option of every command', async () => {
  const help = (await runHere(['--help'])).stdout;
  const names = [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = '']) => name);
  const scripts = await Promise.all(
    Object.keys(shells).map(async (name) => (await runHere(['completion', name])).stdout),
  );
  for (const name of names) {
    const flags = (await runHere([name, '--help'])).stdout.matchAll(/^ {2}--([\w-]+)/gm);
    for (const [, flag = ''] of flags)
      for (const script of scripts) expect(script).toMatch(new RegExp(`(?:--|-l )${flag}\\b`));
  }
});
