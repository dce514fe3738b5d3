/** What is settled about a seeded account by itself: its names, whether it is protected, and since when it is there. */
import type { accountNames } from '@understudy/contract/social';
import { type Dataset, drawName, EPOCH, seededId, type z } from '../../../kit/index.js';

/** The author in a post. */
export type AccountNames = { [Name in keyof typeof accountNames]: z.infer<(typeof accountNames)[Name]> };

const DAY_MS = 86_400_000;

/** How many accounts it takes to get half-way from the first to the last. */
const HALF = 50;

/** The account that is always protected. */
const PROTECTED = 4;

/** From here on accounts are protected by chance: those before it write the fixed posts. */
const FIRST_BY_CHANCE = 9;

/** When a seeded account was made: before all posts, in order of index. */
export function accountMadeAt(index: number): string {
  return new Date(Math.floor(EPOCH - 400 * DAY_MS - (900 * DAY_MS * HALF) / (HALF + index))).toISOString();
}

/** Whether a seeded account is protected. */
export function isProtected(dataset: Dataset, index: number): boolean {
  if (index < FIRST_BY_CHANCE) return index === PROTECTED;
  return dataset.random('accounts/protected', index).chance(0.12);
}

/** The names of a seeded account. */
export function namesOf(dataset: Dataset, index: number): AccountNames {
  // The seeded user of the same index draws the same name first.
  const { first, last } = drawName(dataset.random('users', index));
  const plain = `${first}_${last}`.toLowerCase().replaceAll(/[^a-z0-9_]/g, '');
  return {
    id: seededId('acc', index),
    handle: `${plain.slice(0, 20)}${index + 1}`,
    display_name: `${first} ${last}`,
  };
}
