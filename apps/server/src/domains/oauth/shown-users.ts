/** The users that the log-in page shows: those who are sought, else the first. */
import { findByHint, publicUser, type UserRecord, users } from '../../identity/users.js';
import type { Records } from '../../kit/records.js';
import type { User } from '@understudy/contract/auth';

/** So many are shown where nobody is sought: among the first ten seeded ones is one of every status. */
const SHOWN = 10;

/** So many are looked through for a text; an id or an e-mail address finds any user. */
const LOOKED_THROUGH = 2000;

/** Users of a sandbox. */
export interface ShownUsers {
  readonly users: readonly User[];
  /** How many the sandbox has. */
  readonly total: number;
  /** Whether there are others who were not looked at. */
  readonly isCut: boolean;
}

function* upTo(records: Records, end: number): Generator<UserRecord> {
  for (let position = 0; position < end; position++) {
    const user = records.at(users, position);
    if (user !== undefined) yield user;
  }
}

function hasText({ id, name, email, status }: UserRecord, text: string): boolean {
  return [id, name, email, status].some((one) => one.toLowerCase().includes(text));
}

/** What is asked for. */
export interface Search {
  /** What is sought; undefined where nothing is. */
  readonly text: string | undefined;
  /** Who stands first, if they are among the users. */
  readonly first: readonly (string | undefined)[];
}

/** Finds the users to show. */
export function shownUsers(records: Records, { text, first }: Search): ShownUsers {
  const size = records.size(users);
  const total = size - records.removed(users);
  const named = (text === undefined ? first : [text]).flatMap((hint) =>
    hint === undefined ? [] : (findByHint(records, hint) ?? []),
  );
  const found = new Map(named.map((user) => [user.id, user]));
  const end = Math.min(size, LOOKED_THROUGH);
  const sought = text?.toLowerCase();
  for (const user of upTo(records, end)) {
    if (found.size >= SHOWN) break;
    if (sought === undefined || hasText(user, sought)) found.set(user.id, user);
  }
  return { users: [...found.values()].map(publicUser), total, isCut: end < size };
}
