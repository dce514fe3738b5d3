/** Who likes which of the seeded posts: drawn for each post by itself, so that nothing has to be built. */
import type { Dataset } from '../../../kit/index.js';
import { areApart, followsAtFirst } from './follow-graph.js';
import { postGraph } from './post-graph.js';

/** Most accounts that like a seeded post. */
const MOST = 40;

/** The seeded accounts that like a seeded post: only such as may see it, and not its author. */
export function likersOf(dataset: Dataset, post: number): ReadonlySet<number> {
  const count = dataset.size('accounts');
  const { author, isForFollowers } = postGraph(dataset).planOf(post);
  const random = dataset.random('posts/likes', post);
  const wanted = Math.floor(Math.min(MOST, count) * random.fraction() * random.fraction());
  const found = new Set<number>();
  for (let n = 0; n < wanted; n++) {
    const liker = random.int(0, count - 1);
    if (liker === author || areApart(dataset, liker, author)) continue;
    if (isForFollowers !== true || followsAtFirst(dataset, liker, author)) found.add(liker);
  }
  return found;
}
