/** Who there is, who follows whom, who wrote what and who likes it, from the seed. */
import type { accountNames } from '@understudy/contract/social';
import {
  approaching,
  type Dataset,
  drawName,
  EPOCH,
  grouped,
  longRelation,
  seededId,
  type z,
} from '../../../kit/index.js';

/** The author in a post. */
type AccountNames = { [Name in keyof typeof accountNames]: z.infer<(typeof accountNames)[Name]> };

const DAY_MS = 86_400_000;

const PROTECTED = 4;

/** From here on accounts are protected by chance: those before it write the fixed posts. */
const FIRST_BY_CHANCE = 9;

const madeAt = approaching({ from: EPOCH - 1300 * DAY_MS, to: EPOCH - 400 * DAY_MS, half: 50 });

/** When a seeded account was made: before all posts, in order of index. */
export const accountMadeAt = (index: number): string => new Date(madeAt(index)).toISOString();

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

/** Accounts between two steps: some milliseconds' worth. */
const FOLLOW_STEP = 256;

const MAX_FOLLOWED = 25;

/** Seeded accounts that block others, by index: the special cases that are always there. */
const fixedBlocks: Readonly<Record<number, number>> = { 0: 3, 2: 0 };

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
    if (account % FOLLOW_STEP === 0) yield;
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
  const wanted = random.int(3, MAX_FOLLOWED);
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
    if (account % FOLLOW_STEP === 0) yield;
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

/** Posts between two steps: some milliseconds' worth. */
const POST_STEP = 1024;

/** How far back a reply reaches. */
const REACH = 30;

interface PostPlan {
  /** Index of its author. */
  readonly author: number;
  /** Index of the post that it answers; undefined for a root. */
  readonly parent?: number | undefined;
  readonly isForFollowers?: boolean;
  readonly isDeleted?: boolean;
}

/** Posts that are always the same special case, by index. The thread of the first one has 7 levels. */
const fixed: readonly PostPlan[] = [
  { author: 1 },
  { author: 0, isDeleted: true },
  { author: 5, parent: 0 },
  { author: 6, parent: 2, isDeleted: true },
  { author: 1, parent: 3 },
  { author: 7, parent: 4 },
  { author: 0, parent: 5 },
  { author: 8, parent: 6 },
  { author: 3, parent: 0 },
  { author: 2, parent: 2 },
  { author: 6, parent: 8 },
  { author: 4, isForFollowers: true },
  { author: 2 },
  { author: 3 },
  { author: 0 },
];

/** All seeded posts as one. */
export interface PostGraph {
  /** What is settled about the post at an index. */
  readonly planOf: (index: number) => PostPlan;
  /** Index of the root of a post's thread. */
  readonly rootOf: (index: number) => number;
  /** Direct replies to a post, ascending. */
  readonly repliesTo: (index: number) => Uint32Array;
  /** Roots that are public and not deleted, ascending: the timeline as anybody sees it. */
  readonly publicRoots: Uint32Array;
  readonly roots: Uint32Array;
  readonly replies: Uint32Array;
  readonly deleted: Uint32Array;
  /** How many public roots an account has. */
  readonly countOf: (account: number) => number;
}

/** How many posts are seeded: without accounts, nobody writes any. */
export const postCount = (dataset: Dataset): number => (dataset.size('accounts') === 0 ? 0 : dataset.size('posts'));

/** Draws what is settled about a post; whatever it may answer is settled already. */
function drawPlan(dataset: Dataset, index: number, planOf: (index: number) => PostPlan): PostPlan {
  const count = dataset.size('accounts');
  const given = fixed[index];
  if (given !== undefined) return { ...given, author: given.author % count };
  const random = dataset.random('posts/plan', index);
  // Some write much, most write little.
  const drawn = Math.floor(count * random.fraction() * Math.max(random.fraction(), random.fraction()));
  const isDeleted = random.chance(0.03);
  const parent = index - random.int(1, Math.min(index, REACH));
  const isReply = random.chance(0.52);
  const answered = planOf(parent);
  // The first thread stays as it is.
  if (!isReply || parent < fixed.length || answered.isForFollowers === true) {
    return { author: drawn, isDeleted, isForFollowers: isProtected(dataset, drawn) || random.chance(0.1) };
  }
  // Who is blocked cannot answer.
  const author = areApart(dataset, drawn, answered.author) ? answered.author : drawn;
  return { author, parent, isDeleted, isForFollowers: isProtected(dataset, author) };
}

/** All seeded posts as one. */
export const postGraph = longRelation('social/posts', function* build(dataset): Generator<void, PostGraph> {
  const count = postCount(dataset);
  const authors = new Uint32Array(count);
  /** The post that each answers, counted from 1; 0 for a root. */
  const parents = new Uint32Array(count);
  const rootOf = new Uint32Array(count);
  const flags = new Uint8Array(count);
  const written = new Uint32Array(dataset.size('accounts'));
  const found = {
    publicRoots: [] as number[],
    roots: [] as number[],
    replies: [] as number[],
    deleted: [] as number[],
  };
  const planOf = (index: number): PostPlan => {
    const [author = 0, parent = 0, flag = 0] = [authors[index], parents[index], flags[index]];
    const isForFollowers = (flag & 1) !== 0;
    return { author, parent: parent === 0 ? undefined : parent - 1, isForFollowers, isDeleted: (flag & 2) !== 0 };
  };
  for (let index = 0; index < count; index++) {
    if (index % POST_STEP === 0) yield;
    const { author, parent, isForFollowers = false, isDeleted = false } = drawPlan(dataset, index, planOf);
    authors[index] = author;
    flags[index] = (isForFollowers ? 1 : 0) + (isDeleted ? 2 : 0);
    if (isDeleted) found.deleted.push(index);
    rootOf[index] = parent === undefined ? index : (rootOf[parent] ?? 0);
    if (parent === undefined) {
      found.roots.push(index);
      if (isForFollowers || isDeleted) continue;
      found.publicRoots.push(index);
      written[author] = (written[author] ?? 0) + 1;
    } else {
      parents[index] = parent + 1;
      found.replies.push(index);
    }
  }
  const repliesTo = yield* grouped(parents, count);
  return {
    planOf,
    rootOf: (index) => rootOf[index] ?? 0,
    repliesTo,
    publicRoots: Uint32Array.from(found.publicRoots),
    roots: Uint32Array.from(found.roots),
    replies: Uint32Array.from(found.replies),
    deleted: Uint32Array.from(found.deleted),
    countOf: (account) => written[account] ?? 0,
  };
});

const MAX_LIKES = 40;

/** The seeded accounts that like a seeded post: only such as may see it, and not its author. */
export function likersOf(dataset: Dataset, post: number): ReadonlySet<number> {
  const count = dataset.size('accounts');
  const { author, isForFollowers } = postGraph(dataset).planOf(post);
  const random = dataset.random('posts/likes', post);
  const wanted = Math.floor(Math.min(MAX_LIKES, count) * random.fraction() * random.fraction());
  const found = new Set<number>();
  for (let n = 0; n < wanted; n++) {
    const liker = random.int(0, count - 1);
    if (liker === author || areApart(dataset, liker, author)) continue;
    if (isForFollowers !== true || followsAtFirst(dataset, liker, author)) found.add(liker);
  }
  return found;
}
