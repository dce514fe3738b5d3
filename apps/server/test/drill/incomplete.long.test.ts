/** A drill whose command sends more than the journal holds, over a real server and a real process. */
import { patient } from '@understudy/tooling/patience';
import { plainEnvironment } from '@understudy/tooling/server';
import { expect, it } from 'vitest';
import { Baseline } from '../../src/drill/baseline.js';
import { runDrill, startDrillServer } from '../../src/drill/run-drill.js';
import { plansNamed } from '../../src/drill/result.js';
import { api, settingsOf } from '../support.js';

const HELD = 3;

/** What came of a drill whose command sends so many reads one after the other. */
async function drillOf(reads: number) {
  const server = await startDrillServer(settingsOf({ log: 'off', clock: 'real', maxJournal: HELD }), api);
  const program = `for (let i = 0; i < ${reads}; i++) await (await fetch(process.env.UNDERSTUDY_URL + '/api/education/courses?q=' + i)).text()`;
  try {
    const { result } = await runDrill(server, {
      command: [process.execPath, '--input-type=module', '-e', program],
      plans: plansNamed(['calm']),
      seed: 'understudy',
      threshold: { failOn: 'never', expectExit: '0' },
      baseline: new Baseline([]),
      environment: plainEnvironment(),
      variables: ['UNDERSTUDY_URL'],
      limitMs: patient(30_000),
      signal: new AbortController().signal,
      onPlan: () => undefined,
    });
    return result.plans.map(({ requests, failures }) => ({ requests: requests.length, failures }));
  } finally {
    await server.close();
  }
}

it('fails, since verdicts may be missing', { timeout: patient(20_000) }, async () => {
  expect(await drillOf(HELD)).toEqual([{ requests: HELD, failures: [] }]);
  const message = expect.stringContaining('the journal is incomplete');
  expect(await drillOf(HELD + 1)).toEqual([{ requests: HELD, failures: [{ kind: 'requests', message }] }]);
});
