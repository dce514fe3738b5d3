/** What is settled about all seeded posts before any is made: who wrote each, what it answers, and what answers it. */
import { type Dataset, longRelation } from '../../../kit/index.js';
import { isProtected } from './account-plan.js';
import { areApart } from './follow-graph.js';

/** Posts between two steps: some milliseconds' worth. */
const STEP = 1024;

/** How far back a reply reaches. */
const REACH = 30;

/** What is settled about a seeded post. */
export interface PostPlan {
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

/** Direct replies by what they answer, of parents that are counted from 1. */
function* repliesOf(parents: Uint32Array): Generator<void, (index: number) => Uint32Array> {
  const starts = new Uint32Array(parents.length + 1);
  for (const parent of parents) if (parent > 0) starts[parent] = (starts[parent] ?? 0) + 1;
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  yield;
  const next = starts.slice();
  const replies = new Uint32Array(starts.at(-1) ?? 0);
  for (const [index, parent] of parents.entries()) {
    if (index % STEP === 0) yield;
    if (parent === 0) continue;
    const at = next[parent - 1] ?? 0;
    replies[at] = index;
    next[parent - 1] = at + 1;
  }
  return (index) => replies.subarray(starts[index] ?? 0, starts[index + 1] ?? 0);
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
    if (index % STEP === 0) yield;
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
  const repliesTo = yield* repliesOf(parents);
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
