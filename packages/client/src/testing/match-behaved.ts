/** Matches what the clients of a sandbox did, by the verdicts on it. */
import { checkConduct } from './conduct/check-conduct.js';
import type { ExpectedConduct } from './conduct/expected-conduct.js';
import { awaitVerdicts, type Verdicts } from './conduct/read-verdicts.js';
import { fromOn } from './conduct/severities.js';
import { countedVerdicts, verdictTexts } from './conduct/verdict-text.js';
import { type MatcherState, SETTLE_MS } from './match-received.js';
import type { MatchResult } from './match-result.js';
import { journalSource } from './received/journal-source.js';
import { counted } from './received/range.js';

/** Whether the clients of a sandbox have behaved; waits for requests that have not ended. */
export async function matchBehaved(
  received: unknown,
  expected: ExpectedConduct = {},
  { isNot = false }: MatcherState = {},
): Promise<MatchResult> {
  checkConduct(expected);
  const source = journalSource(received, 'toHaveBehaved');
  const verdicts = await awaitVerdicts(source, expected, expected.settle ?? SETTLE_MS);

  const pass = verdicts.shown.length === 0;
  const kind = `of severity ${fromOn(expected.severity).join(' or ')}`;
  // A verdict is sure; that there is none is sure only where all requests were judged.
  if (pass && verdicts.meta.incomplete) throw new Error(unsure(source.sandbox, kind, verdicts));
  if (pass !== isNot) return { pass, message: () => '' };
  const wanted = `Expected the clients of sandbox ${source.sandbox} ${isNot ? 'not ' : ''}to have behaved, but there`;
  if (pass) {
    const { last } = verdicts.meta;
    const among = `It received ${last === 0 ? 'nothing at all' : counted(last)}.`;
    return { pass, message: () => `${wanted} is no verdict ${kind}. ${among}` };
  }
  const are = verdicts.shown.length === 1 ? 'is' : 'are';
  const blocks = [`${wanted} ${are} ${countedVerdicts(verdicts)} ${kind}.`, ...(await verdictTexts(source, verdicts))];
  return { pass, message: () => blocks.join('\n\n') };
}

function unsure(sandbox: string, kind: string, { meta }: Verdicts): string {
  const why = `requests are missing in its journal, which has dropped ${meta.dropped}`;
  return `There is no verdict ${kind} on sandbox ${sandbox}, but whether its clients behaved cannot be known: ${why} (see --max-journal and --max-journal-bytes).`;
}
