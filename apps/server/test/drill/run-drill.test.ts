/** What passes and fails a plan, and what a baseline changes; the server and its verdicts are made up. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import { plainEnvironment } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { hasPassed, type Observed, plansNamed, type Threshold } from '../../src/drill/result.js';
import { Baseline, readBaseline, writeBaseline } from '../../src/drill/baseline.js';
import { type Drill, type DrillServer, runDrill } from '../../src/drill/run-drill.js';
import { request, verdict } from './results.js';
import { useFolder } from '../use.js';

/** A server that has seen the same under every plan, but for what is said of one. */
function serverOf(byPlan: Readonly<Record<string, Partial<Observed>>>): DrillServer {
  return {
    open: async ({ name }) => ({
      baseUrl: `http://127.0.0.1:1/sandboxes/drill-${name}`,
      observe: async () => ({ requests: [request(1), request(2)], verdicts: [], isIncomplete: false, ...byPlan[name] }),
    }),
    close: async () => undefined,
  };
}

const threshold: Threshold = { failOn: 'error', expectExit: 'any' };

function drill(server: DrillServer, given: Partial<Drill> = {}) {
  return runDrill(server, {
    command: ['true'],
    plans: plansNamed(['flaky', 'deploy']),
    seed: 'understudy',
    threshold,
    baseline: new Baseline([]),
    environment: plainEnvironment(),
    variables: ['UNDERSTUDY_URL'],
    limitMs: patient(30_000),
    signal: new AbortController().signal,
    onPlan: () => undefined,
    ...given,
  });
}

/** A command that fails under one plan. */
const failingIn = (plan: string) => ['sh', '-c', `case $UNDERSTUDY_URL in *-${plan}) exit 3;; esac`];

const { isKnown: _known, isOver: _over, ...error } = verdict({ requests: [2] });
const warning = { ...error, id: 'no_backoff_2', rule: 'no_backoff' as const, severity: 'warning' as const };
const advice = { ...error, id: 'no_jitter_2', rule: 'no_jitter' as const, severity: 'advice' as const };

async function failures(server: DrillServer, given: Partial<Drill> = {}) {
  const { result } = await drill(server, given);
  const found = result.plans.flatMap(({ plan, failures: own }) => own.map(({ message }) => `${plan.name}: ${message}`));
  expect(hasPassed(result)).toBe(found.length === 0);
  return found;
}

describe.skipIf(process.platform === 'win32')('a drill', () => {
  it('passes where the calm run succeeds and no rule is broken, whatever the exit codes under plans', async () => {
    expect(await failures(serverOf({}), { command: failingIn('flaky') })).toEqual([]);
  });

  it('fails on exit codes under plans where they must be 0', async () => {
    const given = { command: failingIn('flaky'), threshold: { ...threshold, expectExit: '0' as const } };
    expect(await failures(serverOf({}), given)).toEqual(['flaky: the command ended with exit code 3']);
  });

  it('ends after a calm run that fails, since the others would say nothing', async () => {
    const { result } = await drill(serverOf({}), { command: failingIn('calm') });
    expect(result.plans.map(({ plan }) => plan.name)).toEqual(['calm']);
    expect(result.skipped.map(({ name }) => name)).toEqual(['flaky', 'deploy']);
    expect(hasPassed(result)).toBe(false);
  });

  it('fails where the calm run sends no request, and not where a plan keeps all away', async () => {
    expect(await failures(serverOf({ flaky: { requests: [] } }))).toEqual([]);
    const { result } = await drill(serverOf({ calm: { requests: [] } }));
    expect(result.plans.flatMap(({ failures: own }) => own)).toEqual([
      {
        kind: 'requests',
        message: 'no request came: the command must send its requests to the address in UNDERSTUDY_URL',
      },
    ]);
  });

  it('fails where the journal is incomplete', async () => {
    expect(await failures(serverOf({ deploy: { isIncomplete: true } }))).toEqual([
      'deploy: the journal is incomplete: more requests came than it holds, so verdicts may be missing',
    ]);
  });

  it('fails where a command does not end', async () => {
    const command = ['sh', '-c', 'case $UNDERSTUDY_URL in *-flaky) sleep 1000;; esac'];
    expect(await failures(serverOf({}), { command, limitMs: 1000 })).toEqual([
      'flaky: the command did not end within 1 s, and was ended',
    ]);
  });

  it.each([
    ['error', ['calm: the client broke retried_unsafe']],
    ['warning', ['calm: the client broke retried_unsafe', 'flaky: the client broke no_backoff']],
    [
      'advice',
      [
        'calm: the client broke retried_unsafe',
        'flaky: the client broke no_backoff',
        'deploy: the client broke no_jitter',
      ],
    ],
    ['never', []],
  ] as const)('fails on verdicts of %s and above', async (failOn, expected) => {
    const server = serverOf({
      calm: { verdicts: [error, { ...error, id: 'again' }] },
      flaky: { verdicts: [warning] },
      deploy: { verdicts: [advice] },
    });
    expect(await failures(server, { threshold: { ...threshold, failOn } })).toEqual(expected);
  });

  it('gives the command its address in every variable that is named', async () => {
    const command = ['sh', '-c', '[ "$API_URL" = "$UNDERSTUDY_URL" ] && [ -n "$API_URL" ]'];
    expect(await failures(serverOf({}), { command, variables: ['UNDERSTUDY_URL', 'API_URL'] })).toEqual([]);
  });

  it('says which plans were not run when it is stopped', async () => {
    const controller = new AbortController();
    const { result } = await drill(serverOf({}), {
      signal: controller.signal,
      onPlan: ({ plan }) => plan.name === 'flaky' && controller.abort('SIGINT'),
    });
    expect(result.stoppedBy).toBe('SIGINT');
    expect(result.skipped.map(({ name }) => name)).toEqual(['deploy']);
  });
});

describe.skipIf(process.platform === 'win32')('a baseline', () => {
  const folder = useFolder();

  it('lets known verdicts pass, and fails on new ones', async () => {
    const file = join(folder, 'baseline.json');
    const before = await drill(serverOf({ flaky: { verdicts: [error, { ...error, id: 'again' }] } }));
    await writeBaseline(file, before.met);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      version: 1,
      verdicts: [{ plan: 'flaky', rule: 'retried_unsafe', operation: 'education.listCourses' }],
    });
    const baseline = await readBaseline(file);
    const later = { ...error, id: 'retried_unsafe_1', requests: [1] };
    expect(await failures(serverOf({ flaky: { verdicts: [later] } }), { baseline })).toEqual([]);
    const elsewhere = serverOf({
      deploy: { verdicts: [error] },
      flaky: { verdicts: [error, { ...error, rule: 'changed_key' as const }] },
    });
    expect(await failures(elsewhere, { baseline })).toEqual([
      'flaky: the client broke changed_key',
      'deploy: the client broke retried_unsafe',
    ]);
    const { met } = await drill(serverOf({}), { baseline });
    expect(baseline.unmet(met, ['calm', 'flaky', 'deploy'])).toHaveLength(1);
    expect(baseline.outside(['calm', 'deploy'])).toHaveLength(1);
    // Of a plan that was not run nothing is known.
    expect(baseline.unmet(met, ['calm', 'deploy'])).toEqual([]);
  });

  it.each([
    ['nowhere.json', undefined, 'there is no such file; --write-baseline makes it'],
    ['text.json', 'no JSON', 'it is no baseline of a drill; without it, --write-baseline makes one'],
    ['other.json', '{"version":2}', 'it is no baseline of a drill; without it, --write-baseline makes one'],
  ])('is refused where it is %s', async (name, text, reason) => {
    const file = join(folder, name);
    if (text !== undefined) writeFileSync(file, text);
    await expect(readBaseline(file)).rejects.toThrow(`--baseline is ${file}, but ${reason}`);
  });
});
