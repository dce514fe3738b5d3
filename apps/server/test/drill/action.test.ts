/** The GitHub Action at the root: its inputs fit its step, and its script runs a drill. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { runProgram, SERVER_MAIN } from '@understudy/tooling/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { drillOptions } from '../../src/options/commands.js';
import { useFolder } from '../use.js';

const action = z
  .object({
    inputs: z.record(
      z.string(),
      z.object({ description: z.string(), required: z.boolean().optional(), default: z.string().optional() }),
    ),
    runs: z.object({
      using: z.literal('composite'),
      steps: z.tuple([
        z.object({
          name: z.string(),
          shell: z.literal('bash'),
          'working-directory': z.string(),
          env: z.record(z.string(), z.string()),
          run: z.string(),
        }),
      ]),
    }),
  })
  .parse(parse(readFileSync(new URL('../../../../action.yml', import.meta.url), 'utf8')));

const {
  inputs,
  runs: {
    steps: [step],
  },
} = action;

const EXPRESSION = /\$\{\{ inputs\.([\w-]+) \}\}/g;

const folder = useFolder();
beforeAll(() => {
  // Stands in for npx: what it is asked to run is the server that was built.
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\necho "$2" > '${folder}/package'\nshift 2\nexec '${process.execPath}' '${SERVER_MAIN}' "$@"\n`,
  );
  chmodSync(join(folder, 'npx'), 0o755);
});

/** Runs the step as a runner does, with the given inputs. */
function runStep(given: Readonly<Record<string, string>>, github: Readonly<Record<string, string>> = {}) {
  const valueOf = (name: string): string => given[name] ?? inputs[name]?.default ?? '';
  const resolved = Object.entries(step.env).map(([name, text]) => [
    name,
    text.replace(EXPRESSION, (_, input: string) => valueOf(input)).replace(/\$\{\{ [^}]* \}\}/, ''),
  ]);
  const env = { ...Object.fromEntries(resolved), ...github, PATH: [folder, process.env['PATH']].join(delimiter) };
  return runProgram(['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run], { cwd: folder, env });
}

describe('action.yml', () => {
  it('uses each of its inputs, and no other', () => {
    const used = JSON.stringify(step).matchAll(EXPRESSION);
    expect(new Set([...used].map(([, name]) => name))).toEqual(new Set(Object.keys(inputs)));
  });

  it('puts no input into its script, where it would be a part of it', () => {
    expect(step.run).not.toContain('${{');
  });

  it('has the defaults of the command', () => {
    for (const { flag, fallback } of [
      drillOptions.failOn,
      drillOptions.expectExit,
      drillOptions.timeout,
      drillOptions.seed,
    ]) {
      expect([flag, inputs[flag]?.default]).toEqual([flag, String(fallback)]);
    }
  });
});

describe.skipIf(process.platform === 'win32')('its script', { timeout: patient(20_000) }, () => {
  const client = fileURLToPath(new URL('clients/asks.mjs', import.meta.url));

  it('runs a drill', async () => {
    const run = `'${process.execPath}' '${client}' && echo "it's \\"quoted\\"" && exit 0`;
    const { code, stdout } = await runStep({
      run,
      plans: 'calm',
      report: 'junit=drill.xml',
      options: '--verbose\n--base=/api\n',
      version: '1.2.3',
    });
    expect(code).toBe(0);
    expect(stdout).toContain('"plan":"calm","passed":true');
    expect(readFileSync(join(folder, 'drill.xml'), 'utf8')).toContain('name="calm"');
    expect(readFileSync(join(folder, 'package'), 'utf8')).toBe('@understudy/server@1.2.3\n');
  });

  it('shows the result in the summary of the run, and on the pull request where that is wanted', async () => {
    const [summary, comment] = ['summary.md', 'comment.md'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(
      join(folder, 'gh'),
      `#!/bin/sh\necho "$*" > '${comment}'\nfor file; do :; done\ncat "$file" >> '${comment}'\n`,
    );
    chmodSync(join(folder, 'gh'), 0o755);
    const run = `'${process.execPath}' '${client}'`;
    const github = {
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_REPOSITORY: 'owner/name',
      DRILL_PULL_REQUEST: '7',
      RUNNER_TEMP: folder,
    };
    expect((await runStep({ run, plans: 'calm' }, github)).code).toBe(0);
    const shown = readFileSync(summary, 'utf8');
    expect(shown).toContain('### ✅ The client has passed the drill');
    expect(existsSync(comment)).toBe(false);

    expect((await runStep({ run: 'exit 3', plans: 'calm', comment: 'true' }, github)).code).toBe(1);
    const [asked = '', ...lines] = readFileSync(comment, 'utf8').split('\n');
    expect(asked).toMatch(/^pr comment 7 --repo owner\/name --edit-last --create-if-none --body-file /);
    expect(lines[0]).toBe('### ❌ The client has failed the drill');
  });

  it('fails where the drill does', async () => {
    const { code, stderr } = await runStep({ run: 'echo no; exit 1' });
    expect(code).toBe(1);
    expect(stderr).toContain('the command ended with exit code 1');
    expect(readFileSync(join(folder, 'package'), 'utf8')).toBe('@understudy/server\n');
  });
});
