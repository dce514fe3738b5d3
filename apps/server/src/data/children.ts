/** The operation that lists the children of a record, such as the comments of a post, and its handler. */
import { get } from '@understudy/contract/kit';
import type { DataCollection, Kept } from './collection.js';
import { type DataHandlers, listIn } from './handlers.js';
import { type Answering, type DataOperation, idInput, idParameter, listParts, withArticle } from './operation-parts.js';
import type { Relation } from './relations.js';

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
