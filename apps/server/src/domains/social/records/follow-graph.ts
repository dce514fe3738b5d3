/** Who follows and who blocks whom among the seeded accounts. */
import { type Dataset, longRelation } from '../../../kit/index.js';

/** Accounts between two steps: some milliseconds' worth. */
const STEP = 256;

/** Most accounts that a seeded one follows. */
const MOST = 25;

/** Seeded accounts that block others, by index: the special cases that are always there. */
const fixedBlocks: Readonly<Record<number, number>> = { 0: 3, 2: 0 };

/** From here on accounts block others by chance, and none before it but by {@link fixedBlocks}. */
const FIRST_BY_CHANCE = 9;

/** The seeded account that another one blocks; undefined where it blocks nobody. */
function blockedBy(dataset: Dataset, account: number): number | undefined {
  const count = dataset.size('accounts');
  const fixed = fixedBlocks[account];
  if (fixed !== undefined) return fixed < count ? fixed : undefined;
  if (account < FIRST_BY_CHANCE) return undefined;
  const random = dataset.random('accounts/blocks', account);
  const other = random.int(FIRST_BY_CHANCE, count - 1);
  return random.chance(0.15) && other !== account ? other : undefined;
}

/** Whom each seeded account blocks, counted from 1; 0 for nobody. */
const blocks = longRelation('social/blocks', function* build(dataset): Generator<void, Uint32Array> {
  const blocked = new Uint32Array(dataset.size('accounts'));
  for (let account = 0; account < blocked.length; account++) {
    if (account % STEP === 0) yield;
    blocked[account] = (blockedBy(dataset, account) ?? -1) + 1;
  }
  return blocked;
});

/** Whether a seeded account blocks another one. */
export function blocksAtFirst(dataset: Dataset, account: number, other: number): boolean {
  return blocks(dataset)[account] === other + 1;
}

/** Whether one of two seeded accounts blocks the other. */
export function areApart(dataset: Dataset, one: number, other: number): boolean {
  return blocksAtFirst(dataset, one, other) || blocksAtFirst(dataset, other, one);
}

/** Whom each seeded account follows. */
interface Follows {
  /** Where those that an account follows start; followed by the total. */
  readonly starts: Uint32Array;
  /** Accounts, those that one follows together and ascending. */
  readonly followed: Uint32Array;
  /** How many follow each account. */
  readonly followers: Uint32Array;
}

/** The accounts that a seeded one follows, ascending: some are followed by many, most by few. */
function followedBy(dataset: Dataset, account: number): number[] {
  const count = dataset.size('accounts');
  const random = dataset.random('accounts/follows', account);
  const wanted = random.int(3, MOST);
  const found = new Set<number>();
  for (let n = 0; n < wanted; n++) {
    const other = Math.floor(count * random.fraction() * random.fraction());
    // The first account does not follow the fifth, which is protected.
    const isOdd = other === account || (account === 0 && other === 4) || areApart(dataset, account, other);
    if (!isOdd) found.add(other);
  }
  // The first one has somebody to read.
  if (account === 0 && count > 1) found.add(1);
  return [...found].toSorted((a, b) => a - b);
}

/** Whom each seeded account follows. */
export const follows = longRelation('social/follows', function* build(dataset): Generator<void, Follows> {
  const count = dataset.size('accounts');
  const starts = new Uint32Array(count + 1);
  const followers = new Uint32Array(count);
  const followed: number[] = [];
  for (let account = 0; account < count; account++) {
    if (account % STEP === 0) yield;
    for (const other of followedBy(dataset, account)) {
      followed.push(other);
      followers[other] = (followers[other] ?? 0) + 1;
    }
    starts[account + 1] = followed.length;
  }
  return { starts, followed: Uint32Array.from(followed), followers };
});

/** How many a seeded account follows, and how many follow it. */
export function followCounts(dataset: Dataset, account: number) {
  const { starts, followers } = follows(dataset);
  return { following: (starts[account + 1] ?? 0) - (starts[account] ?? 0), followers: followers[account] ?? 0 };
}

/** Whether a seeded account follows another one. */
export function followsAtFirst(dataset: Dataset, account: number, other: number): boolean {
  const { starts, followed } = follows(dataset);
  return followed.subarray(starts[account] ?? 0, starts[account + 1] ?? 0).includes(other);
}
