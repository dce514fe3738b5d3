/** `understudy drill` as a user runs it, on small clients. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { plainEnvironment, runServer, SERVER_MAIN } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { runHere } from '../command/in-process.js';
import { running } from './processes.js';
import { useFolder } from '../use.js';

const folder = useFolder();

const client = (name: string): string[] => [
  process.execPath,
  fileURLToPath(new URL(`clients/${name}.mjs`, import.meta.url)),
];

async function drill(
  flags: readonly string[],
  command: readonly string[],
  by: typeof runServer | typeof runHere = runHere,
) {
  const { code, stdout, stderr } = await by(['drill', ...flags, '--', ...command]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, stderr, lines: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

/** Starts a drill, and waits until its command has printed its process id. */
async function startDrill(flags: readonly string[], command: readonly string[]) {
  const child = spawn(process.execPath, [SERVER_MAIN, 'drill', ...flags, '--', ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: plainEnvironment(),
  });
  let output = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (/pid \d+\n/.test(output)) break;
  }
  const [, pid] = /pid (\d+)/.exec(output) ?? [];
  return { child, pid: Number(pid) };
}

describe('understudy drill', { timeout: patient(30_000) }, () => {
  it.skipIf(!existsSync('/dev/full'))('says that a disk is full, and what came of the plans all the same', async () => {
    const flags = ['--plans', 'first_try_fails', '--report', 'junit=/dev/full'];
    const { code, stderr, lines } = await drill(flags, client('asks'));
    const said = '--report is /dev/full, but it cannot be written: there is no room left on its disk';
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(stderr).not.toContain('    at ');
    expect(lines.at(-1)).toMatchObject({ type: 'drill', passed: true });
  });

  it('runs a command under a calm plan and others, and says what came of each', async () => {
    const { code, stderr, lines } = await drill(['--plans', 'first_try_fails'], client('asks'), runServer);
    expect([code, stderr]).toEqual([0, '']);
    const plans = lines.filter(({ type }) => type === 'plan');
    expect(plans).toMatchObject([
      { plan: 'calm', passed: true, exit_code: 0, requests: 2, faults: 0 },
      { plan: 'first_try_fails', passed: true, exit_code: 0, requests: 2, faults: 2 },
    ]);
    expect(lines.at(-1)).toMatchObject({ type: 'drill', passed: true, failed: [], not_run: [] });
  });

  it('has every request in the journal, also those of a client that is gone', async () => {
    const { code, lines } = await drill(['--plans', 'calm'], client('leaves'));
    expect([code, lines[0]]).toMatchObject([0, { requests: 2 }]);
  });

  it('shows what the command printed where it fails, and all of it with --verbose', async () => {
    // In a process of its own, which must end with the code.
    const failed = await drill([], ['sh', '-c', 'echo it is broken; exit 4'], runServer);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toBe(
      'understudy: in the plan calm the command ended with exit code 4. The last lines of its output:\nit is broken\n',
    );
    expect(failed.lines[0]).toMatchObject({ failures: ['the command ended with exit code 4'], output: 'it is broken' });
    const shown = await drill(['--plans', 'calm', '--verbose'], client('asks'));
    expect([shown.code, shown.stderr]).toEqual([
      0,
      expect.stringMatching(/^asking http:\/\/127\.0\.0\.1:\d+\/sandboxes\/drill-calm\n$/),
    ]);
  });

  it('fails on a rule that is broken, unless a baseline has it', async () => {
    const file = join(folder, 'baseline.json');
    const flags = ['--plans', 'first_try_fails', '--baseline', file];
    const written = await drill([...flags, '--write-baseline'], client('repeats'));
    expect([written.code, written.stderr]).toEqual([0, '']);
    const known = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    const one = { plan: 'first_try_fails', rule: 'retried_unsafe', operation: 'education.createEnrollment' };
    expect(known).toEqual({ version: 1, verdicts: [one] });
    const again = await drill(flags, client('repeats'));
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(again.lines.find(({ type }) => type === 'verdict')).toMatchObject({ known: true, fails: false });

    const { code, lines } = await drill(['--plans', 'first_try_fails'], client('repeats'));
    expect(code).toBe(1);
    expect(lines.find(({ type }) => type === 'verdict')).toMatchObject({
      plan: 'first_try_fails',
      rule: 'retried_unsafe',
      severity: 'error',
      requests: [1, 2],
      advice: expect.stringContaining('Idempotency-Key'),
      fails: true,
    });
    expect(lines.at(-1)).toMatchObject({ passed: false, failed: ['first_try_fails'] });

    const unmet = await drill(flags, client('asks'));
    expect([unmet.code, unmet.stderr]).toEqual([
      0,
      `understudy: 1 verdict of ${file} did not come; --write-baseline writes it anew\n`,
    ]);
  });

  it('judges what was given up when the command has ended', async () => {
    const { lines } = await drill(['--plans', 'calm'], client('gives-up'));
    expect(lines.filter(({ type }) => type === 'verdict')).toMatchObject([
      { rule: 'never_retried', severity: 'advice' },
    ]);
  });

  it('prints a table on a terminal', async () => {
    const given = ['drill', '--plans', 'first_try_fails', '--', ...client('repeats')];
    const { code, stdout: printed } = await runHere(given, { isTerminal: true });
    expect(code).toBe(1);
    const [head = '', calm = '', failed = ''] = printed.split('\n');
    expect(head).toMatch(/^ {2}plan +exit +requests +faults +errors +warnings +advice +time$/);
    expect(calm).toMatch(/^✓ calm +0 +1 +0 +0 +0 +0 +[\d.]+ s$/);
    expect(failed).toMatch(/^✗ first_try_fails +0 +2 +1 +1 +0 +0 +[\d.]+ s$/);
    expect(printed).toMatch(/error {2}retried_unsafe {2}#1 #2\n.*\n +→ Send an `Idempotency-Key`/);
    expect(printed).toMatch(/The drill failed: 2 plans, 1 failed, in [\d.]+ s\n$/);
  });

  it('writes reports, into folders that it makes', async () => {
    const file = (name: string): string => join(folder, 'reports', name);
    const report = `junit=${file('drill.xml')},html=${file('drill.html')},jsonl=${file('drill.jsonl')}`;
    const { code } = await drill(['--plans', 'calm', '--report', report], client('asks'));
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'reports')).toSorted()).toEqual(['drill.html', 'drill.jsonl', 'drill.xml']);
    expect(readFileSync(file('drill.xml'), 'utf8')).toContain('<testsuite ');
    expect(readFileSync(file('drill.html'), 'utf8')).toContain('POST /api/education/enrollments');
    expect(readFileSync(file('drill.jsonl'), 'utf8')).toContain('"type":"drill"');
  });

  it('serves what --data has, below --base', async () => {
    writeFileSync(join(folder, 'db.json'), JSON.stringify({ tools: [{ id: '1', name: 'saw' }] }));
    const command = [
      process.execPath,
      '-e',
      'fetch(process.env.UNDERSTUDY_URL + "/v1/tools").then(({ status }) => process.exit(status === 200 ? 0 : 1))',
    ];
    const { code } = await drill(['--plans', 'calm', '--base', '/v1', '--data', join(folder, 'db.json')], command);
    expect(code).toBe(0);
  });

  it.each([
    [[], ['no-such-command'], 'cannot run "no-such-command": there is no such command on the PATH'],
    [[], [], 'drill needs the command to run after --'],
    [['npm', 'test'], [], 'understudy drill does not take "npm"; the command to run follows --'],
    [['--plans', 'nope'], ['true'], '--plans is "nope", but must be one of calm, flaky, '],
    [['--report', 'pdf=x'], ['true'], '--report is "pdf=x", but must be KIND=FILE'],
    [['--report', 'html=/dev/null/x'], ['true'], '--report is /dev/null/x, but it cannot be written: '],
    [['--env', 'A-B'], ['true'], '--env is "A-B", but must be the name of a variable'],
    [['--timeout', '0'], ['true'], '--timeout is "0", but must be a whole number from 1 to 86400'],
    [['--write-baseline'], ['true'], '--write-baseline needs --baseline FILE'],
    [['--baseline', 'no/such.json'], ['true'], 'there is no such file; --write-baseline makes it'],
  ])('refuses %j with %j by one line', async (flags, command, message) => {
    const { code, stdout, stderr } = await runHere([
      'drill',
      ...flags,
      ...(command.length === 0 ? [] : ['--', ...command]),
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')('waits for no command that will not end after a second signal', async () => {
    const script = 'trap "" TERM; echo pid $$; while :; do sleep 1000; done';
    const { child, pid } = await startDrill(['--verbose'], ['sh', '-c', script]);
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    // It is told by the second one that it has taken the first.
    const again = setInterval(() => child.kill('SIGINT'), 100);
    expect(await ended).toEqual([1, null]);
    clearInterval(again);
    await expect.poll(() => running().has(pid)).toBe(false);
  });

  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends the command and itself on %s, and writes what it knows',
    async (signal) => {
      const report = join(folder, `${signal}.jsonl`);
      const flags = ['--plans', 'flaky', '--verbose', '--report', `jsonl=${report}`];
      const script = 'case $UNDERSTUDY_URL in *-calm) exec "$@";; *) echo pid $$; sleep 1000;; esac';
      const command = ['sh', '-c', script, 'sh', ...client('asks')];
      const { child, pid } = await startDrill(flags, command);
      const ended = once(child, 'exit');
      child.kill(signal);
      expect(await ended).toEqual([1, null]);
      expect(running().has(pid)).toBe(false);
      const last = readFileSync(report, 'utf8').trimEnd().split('\n').at(-1) ?? '';
      expect(JSON.parse(last)).toMatchObject({ plans: ['calm'], not_run: ['flaky'], stopped_by: signal });
    },
  );
});
