/** Tells of a login that fails in a client because the clock of its sandbox stands elsewhere. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import type { Signs } from './signs/signs.js';

/** Clients allow for so much, in s: what most libraries do by default, and a network. */
const TOLERANCE_S = 60;

/** How far a sandbox is ahead of the machine, in s. */
function aheadBy(clock: string, receivedAt: string): number {
  const [how, value] = clock.split(' ');
  const at = Number(value);
  return Math.round((how === 'at' ? at - Date.parse(receivedAt) : at) / 1000);
}

/** A length of time in the unit that fits it. */
function span(seconds: number): string {
  const [size, unit] = seconds >= 86_400 ? [86_400, 'day'] : seconds >= 3600 ? [3600, 'hour'] : [60, 'minute'];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What to know of an answer with tokens; null where there is nothing. */
export function clockHint(
  { operation, status, received_at }: Pick<JournalEntry, 'operation' | 'status' | 'received_at'>,
  signs: Signs | undefined,
): string | null {
  const clock = signs?.clock;
  if (operation !== 'oauth.exchangeToken' || status !== 200 || clock === undefined) return null;
  const ahead = aheadBy(clock, received_at);
  if (Math.abs(ahead) <= TOLERANCE_S) return null;
  const isAhead = ahead > 0;
  const where = `The clock of the sandbox is ${span(Math.abs(ahead))} ${isAhead ? 'ahead of' : 'behind'} that of the machine`;
  const seen = isAhead ? 'issued in the future' : 'expired';
  return `${where}: a client that checks iat and exp by its own clock takes these tokens for ${seen}.`;
}
