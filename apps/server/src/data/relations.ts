/** Which collections belong to which: found by the names of members such as `postId` and `post_id`. */
import { type Names, referredBy } from './names.js';
import type { Shape } from './shape.js';

/** A collection, as far as relations are found in it. */
export interface Related {
  readonly names: Names;
  readonly shape: Shape;
}

/** That records of one collection name a record of another. */
export interface Relation<One extends Related> {
  readonly parent: One;
  readonly child: One;
  /** The members of the child that hold the id of the parent: records of one file may write it in several ways. */
  readonly members: readonly string[];
}

/** The relations between collections: one for each child and parent. */
export function relationsIn<One extends Related>(collections: readonly One[]): Relation<One>[] {
  const byWord = new Map(collections.map((one) => [one.names.words.one, one]));
  return collections.flatMap((child) => {
    const found = new Map<One, string[]>();
    for (const member of child.shape.members.keys()) {
      const parent = byWord.get(referredBy(member) ?? '');
      if (parent !== undefined) found.set(parent, [...(found.get(parent) ?? []), member]);
    }
    return Array.from(found, ([parent, members]) => ({ parent, child, members }));
  });
}
