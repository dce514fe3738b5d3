/** Who is asking, and how much they may write: credentials that count for one caller alone, and limits that are counted. */
import type { Operation } from '@understudy/contract/kit';
import { sampleInput } from '@understudy/contract/samples';
import { callReady } from '../bench.js';
import { ofOperations } from '../check.js';
import { holds, same } from '../finding.js';
import type { TransportAnswer } from '../transport.js';
import { transports } from '../transport.js';

const isPersonal = ({ meta }: Operation): boolean => meta.credential === 'viewer' || meta.credential === 'member';

/** Values of Authorization that stand for nobody. */
const WRONG = ['Bearer nobody', 'Bearer usk_nobody', 'Basic dXNlcjpwYXNz', 'Bearer'];

function expectRefused({ asked, status, problem, headers }: TransportAnswer, error: string | null): void {
  same({ what: 'the status', asked, actual: status, expected: 401 });
  same({ what: 'the kind', asked, actual: problem?.['kind'], expected: 'unauthorized' });
  const challenge = headers.get('www-authenticate') ?? '';
  const said = /error="(\w+)"/.exec(challenge)?.[1] ?? null;
  holds(challenge.startsWith('Bearer realm='), { asked, expected: 'a challenge (RFC 6750 §3)', actual: challenge });
  same({ what: 'the error of the challenge', asked, actual: said, expected: error });
}

/** The check. */
export const credentials = ofOperations({
  name: 'credentials',
  proves:
    'A credential that is wrong is 401 with a challenge, as is none where one is needed; answers are kept by nobody else.',
  of: isPersonal,
  run: async (operation, bench) => {
    const sandbox = await bench.sandbox(operation);
    const input = sampleInput(operation);
    for (const over of transports) {
      for (const authorization of WRONG) {
        expectRefused(await over.call(sandbox, operation, { input, headers: { authorization } }), 'invalid_token');
      }
      if (!operation.meta.credentialOptional) expectRefused(await over.call(sandbox, operation, { input }), null);
    }
    const ready = await bench.ready(sandbox, operation);
    if (ready === undefined) return;
    const { asked, headers } = await callReady(operation, ready);
    const vary = headers.get('vary')?.split(', ') ?? [];
    holds(vary.includes('Authorization'), { asked, expected: 'Vary: Authorization', actual: vary.join(', ') });
    const expected = operation.meta.cache === 'private' ? 'private, no-cache' : 'no-store';
    same({ what: 'cache-control', asked, actual: headers.get('cache-control'), expected });
  },
});

/** What the headers of a limit say (draft-ietf-httpapi-ratelimit-headers-10). */
function limitIn({ asked, headers }: TransportAnswer) {
  const [policy = '', left = ''] = ['ratelimit-policy', 'ratelimit'].map((name) => headers.get(name) ?? '');
  const [, name, quota] = /^"([\w .-]+)";q=(\d+);w=\d+$/.exec(policy) ?? [];
  const [, same_, rest, seconds] = /^"([\w .-]+)";r=(\d+);t=(\d+)$/.exec(left) ?? [];
  const isSaid = name !== undefined && name === same_;
  holds(isSaid, { asked, expected: 'RateLimit-Policy and RateLimit', actual: `${policy} and ${left}` });
  return { quota: Number(quota), left: Number(rest), seconds: Number(seconds) };
}

/** The check. */
export const limits = ofOperations({
  name: 'limits',
  proves:
    'A limit is in the headers of every answer, counts each accepted write once and no read, and is over in time.',
  of: ({ meta }) => meta.limit !== undefined,
  run: async (operation, bench) => {
    const ready = await bench.ready(await bench.sandbox(operation), operation);
    if (ready === undefined) return;
    const first = await callReady(operation, ready);
    const begin = limitIn(first);
    const { limit } = operation.meta;
    const { asked } = first;
    const inTime = begin.seconds >= 1 && begin.seconds <= (limit?.window ?? 0);
    holds(inTime, { asked, expected: 'seconds within the window', actual: String(begin.seconds) });
    if (operation.method === 'GET') {
      const again = await callReady(operation, ready);
      same({ what: 'what is left after a read', asked, actual: limitIn(again).left, expected: begin.left });
      return;
    }
    holds(begin.left < begin.quota, { asked, expected: 'a write that is counted', actual: String(begin.left) });
  },
});
