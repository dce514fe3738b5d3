/** Who is in which seeded organization, and which contacts belong to it: by arithmetic, so that any size starts at once. */
import type { Plan, Role } from '@understudy/contract/saas';
import { type Dataset, EPOCH, nowhere, type Positions } from '../../../kit/index.js';

const DAY_MS = 86_400_000;

/** How many organizations are seeded. Without users nobody could own any. */
export const organizationCount = (dataset: Dataset): number =>
  dataset.size('users') === 0 ? 0 : dataset.size('organizations');

/** How many contacts are seeded. */
export const contactCount = (dataset: Dataset): number =>
  organizationCount(dataset) === 0 ? 0 : dataset.size('contacts');

const FIRST_PLANS: readonly Plan[] = ['business', 'free', 'team', 'team', 'team', 'team'];
const PLANS: readonly Plan[] = ['team', 'free', 'business'];

/** The plan of the seeded organization at an index. */
export const planOf = (index: number): Plan => FIRST_PLANS[index] ?? PLANS[index % PLANS.length] ?? 'team';

const SEATS: Readonly<Record<Plan, number>> = { free: 2, team: 5, business: 8 };
const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'viewer', 'member', 'viewer', 'member', 'member'];

/** Where the first user has another role than owner: the second one, who is the owner, has the first seat. */
const OTHER_ROLES: Readonly<Record<number, readonly Role[]>> = {
  1: ['owner', 'admin', 'member'],
  2: ['owner', 'viewer', 'admin', 'member', 'member'],
};

/** The organization in which the first user is not. */
const WITHOUT_FIRST = 3;

/** How many members an organization has. */
export function seatCount(dataset: Dataset, index: number): number {
  const users = dataset.size('users');
  const wanted = OTHER_ROLES[index]?.length ?? SEATS[planOf(index)];
  return Math.min(wanted, index === WITHOUT_FIRST ? Math.max(1, users - 1) : users);
}

/** Index of the user on the first seat. Every tenth user is active, so that an owner can log in. */
function firstUser(dataset: Dataset, index: number): number {
  const users = dataset.size('users');
  if (index < FIRST_PLANS.length && index !== WITHOUT_FIRST) return 0;
  const tens = Math.ceil(users / 10);
  if (index === WITHOUT_FIRST || tens === 1) return users > 1 ? 1 : 0;
  return 10 * (1 + (index % (tens - 1)));
}

/** The seat or user that has the position of another one, where the first two have changed seats; its own elsewhere. */
function changed(dataset: Dataset, index: number, seat: number): number {
  return index in OTHER_ROLES && seat < 2 && dataset.size('users') > 1 ? 1 - seat : seat;
}

/** Index of the user on a seat. The owner has the first one. */
export const userOn = (dataset: Dataset, index: number, seat: number): number =>
  (firstUser(dataset, index) + changed(dataset, index, seat)) % dataset.size('users');

/** The seat of a user in an organization, by their indexes; undefined where the user has none. */
export function seatOf(dataset: Dataset, index: number, user: number): number | undefined {
  const users = dataset.size('users');
  const seat = changed(dataset, index, (((user - firstUser(dataset, index)) % users) + users) % users);
  return user >= 0 && user < users && seat < seatCount(dataset, index) ? seat : undefined;
}

/** The role on a seat. */
export const roleOn = (index: number, seat: number): Role => (OTHER_ROLES[index] ?? ROLES)[seat] ?? 'member';

/** How many seats all organizations before each have; behind them, how many there are. */
function seatsBefore(dataset: Dataset): Uint32Array {
  return dataset.relation('organization seats', () => {
    const before = new Uint32Array(organizationCount(dataset) + 1);
    for (let i = 0; i + 1 < before.length; i++) before[i + 1] = (before[i] ?? 0) + seatCount(dataset, i);
    return before;
  });
}

/** Position of the first seat of an organization, and behind the last of them how many seats there are. */
export const firstSeat = (dataset: Dataset, index: number): number => seatsBefore(dataset)[index] ?? 0;

/** The last organization whose first thing has a position or one before it, where each has at least one. */
export function organizationAt(dataset: Dataset, position: number, firstOf: (index: number) => number): number {
  let [low, high] = [0, organizationCount(dataset)];
  while (low < high - 1) {
    const middle = (low + high) >>> 1;
    if (firstOf(middle) <= position) low = middle;
    else high = middle;
  }
  return low;
}

const CREATED = { from: Date.UTC(2024, 0, 8, 9), to: Date.UTC(2024, 11, 2), half: 8 };

/** When a seeded organization was created, in ms since 1970. */
export function organizationCreatedAt(index: number): number {
  const { from, to, half } = CREATED;
  return Math.floor(to - ((to - from) * half) / (half + index));
}

/** When the nth of some things happened in the beginning of an organization: before the next one was created. */
export function momentOf(index: number, nth: number, of: number): number {
  const created = organizationCreatedAt(index);
  return created + Math.floor(((organizationCreatedAt(index + 1) - created) * nth) / of);
}

/** When the periods of a seeded subscription are counted from. */
export function anchorOf(index: number): number {
  // One of them begins on a day that most months do not have.
  if (index === 2) return Date.UTC(2024, 4, 31, 10, 30);
  return organizationCreatedAt(index) + 14 * DAY_MS;
}

/** Half of the contacts belong to the first organization, and the others to each of the others in turn. */
export function organizationOfContact(dataset: Dataset, index: number): number {
  const others = organizationCount(dataset) - 1;
  return index % 2 === 0 || others < 1 ? 0 : 1 + (((index - 1) / 2) % others);
}

/** The position of the first contact of an organization, and the step to the next. */
function contactsIn(dataset: Dataset, index: number): { readonly first: number; readonly step: number } {
  const others = organizationCount(dataset) - 1;
  if (others < 1) return { first: 0, step: 1 };
  return index === 0 ? { first: 0, step: 2 } : { first: 2 * index - 1, step: 2 * others };
}

/** How many contacts an organization has. */
export function contactCountOf(dataset: Dataset, index: number): number {
  const { first, step } = contactsIn(dataset, index);
  return Math.max(0, Math.ceil((contactCount(dataset) - first) / step));
}

/** Positions of the contacts of an organization. */
export function contactsOf(dataset: Dataset, index: number): Positions {
  if (index < 0 || index >= organizationCount(dataset)) return nowhere;
  const { first, step } = contactsIn(dataset, index);
  const positions = new Uint32Array(contactCountOf(dataset, index));
  for (let i = 0; i < positions.length; i++) positions[i] = first + i * step;
  return positions;
}

/** When something happened three days before the present of the seed. */
export const LATELY = EPOCH - 3 * DAY_MS;
