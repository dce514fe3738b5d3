/** Attempts that have something in common. */
import type { Attempt } from './attempt.js';
import type { Pausing } from './pausing.js';

/** Attempts by a name, in their order; those without one are left out. */
export function* grouped(
  attempts: readonly Attempt[],
  nameOf: (attempt: Attempt) => string | undefined,
): Pausing<Map<string, Attempt[]>> {
  const groups = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    yield;
    const name = nameOf(attempt);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [attempt]);
    else group.push(attempt);
  }
  return groups;
}

/** Who sent an attempt, with its credentials. */
export const senderOf = ({ client, signs }: Attempt): string => `${client} ${signs.credentials ?? ''}`;
