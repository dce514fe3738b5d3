/** Which collections belong to which, found by the names of members such as `postId` and `post_id`, and the lists of the children of a record. */
import { type Names, referredBy } from './names.js';
import type { Shape } from './shape.js';
import { get } from '@understudy/contract/kit';
import type { DataCollection, Kept } from './collection.js';
import {
  type Answering,
  type DataHandlers,
  type DataOperation,
  idInput,
  idParameter,
  listIn,
  listParts,
  withArticle,
} from './handlers.js';

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

/** Name of the operation that lists the children of a record. */
export const childrenName = ({ parent, child }: Relation<DataCollection>): string =>
  `list${child.names.many}Of${parent.names.one}`;

/** The operation that lists the children of a record. */
export function childrenOperation(
  { parent, child, members }: Relation<DataCollection>,
  { bare }: Answering,
): DataOperation {
  const list = listParts({ collection: child, bare, without: [...members, idParameter(parent)] });
  const named = members.map((member) => `\`${member}\``).join(' or ');
  return get(`/api/${parent.names.name}/{${idParameter(parent)}}/${child.names.name}`, {
    ...list,
    input: list.input(idInput(parent)),
    summary: `List ${child.names.words.many} of ${withArticle(parent.names.words.one)}`,
    description: `The ${child.names.words.many} whose ${named} is the id of the ${parent.names.words.one}.`,
  });
}

/** Whether a record names another by its id: `"1"` and 1 are one id, as they are in a path. */
const names = (value: unknown, id: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && String(value) === String(id);

/** The handler that lists the children of a record. */
export function childrenHandler(relation: Relation<DataCollection>): DataHandlers {
  const { parent, child, members } = relation;
  const parameter = idParameter(parent);
  return {
    [childrenName(relation)]: (ctx) => {
      const { id: kept } = ctx.records.find(parent.records, String(ctx.input[parameter]));
      const id = parent.ids.shown(kept);
      const has = (record: Kept): boolean => members.some((member) => names(record[member], id));
      const only = { by: [parent.names.name, kept, ...members], from: [parent.records], has };
      return listIn(child, ctx, { only, without: [parameter] });
    },
  };
}
