/** Tells of a login that fails in a client because the clock of its sandbox stands elsewhere. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { clockApart } from '../kit/clock-apart.js';
import type { Signs } from './signs/signs.js';

/** How far a sandbox is ahead of the machine, in s. */
function aheadBy(clock: string, receivedAt: string): number {
  const [how, value] = clock.split(' ');
  const at = Number(value);
  return Math.round((how === 'at' ? at - Date.parse(receivedAt) : at) / 1000);
}

/** What to know of an answer with tokens; null where there is nothing. */
export function clockHint(
  { operation, status, received_at }: Pick<JournalEntry, 'operation' | 'status' | 'received_at'>,
  signs: Signs | undefined,
): string | null {
  const clock = signs?.clock;
  if (operation !== 'oauth.exchangeToken' || status !== 200 || clock === undefined) return null;
  const apart = clockApart(aheadBy(clock, received_at));
  if (apart === undefined) return null;
  return `${apart.where}: a client that checks iat and exp by its own clock takes these tokens for ${apart.seen}.`;
}
