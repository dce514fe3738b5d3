/** Lists what the clients of a sandbox did wrong. */
import type { contract } from '@understudy/contract';
import type { Verdict } from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import type { ContextOf } from '../../kit/context.js';
import type { Entries } from '../../kit/entries.js';

type ListCall = ContextOf<typeof contract.sandboxes, 'listVerdicts'>;

/** The verdicts on the clients of a sandbox. */
export async function listVerdicts({ input }: ListCall, server: Services): Promise<Entries<Verdict>> {
  const { name, since = 0 } = input;
  const { verdicts, ...meta } = await server.conduct.of(name);
  const earliest = typeof since === 'string' ? Date.parse(since) : undefined;
  const wanted = verdicts.filter(({ last, verdict }) =>
    earliest === undefined ? last > Number(since) : Date.parse(verdict.at) >= earliest,
  );
  return { entries: wanted.map(({ position, verdict }) => ({ position, item: verdict })), meta };
}
