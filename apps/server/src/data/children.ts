/** The operation that lists the children of a record, such as the comments of a post, and its handler. */
import { get } from '@understudy/contract/kit';
import { listing } from '../kit/listing.js';
import { type DataCollection, type Kept, shownRecord } from './collection.js';
import type { DataHandlers } from './handlers.js';
import { type Answering, type DataOperation, idInput, idParameter, listParts, withArticle } from './operation-parts.js';
import type { Relation } from './relations.js';

/** Name of the operation that lists the children of a record. */
export const childrenName = ({ parent, child }: Relation<DataCollection>): string =>
  `list${child.names.many}Of${parent.names.one}`;

/** The operation that lists the children of a record. */
export function childrenOperation(
  { parent, child, member }: Relation<DataCollection>,
  { bare }: Answering,
): DataOperation {
  const list = listParts({ collection: child, bare, without: [member, idParameter(parent)] });
  return get(`/api/${parent.names.name}/{${idParameter(parent)}}/${child.names.name}`, {
    ...list,
    input: list.input(idInput(parent)),
    summary: `List ${child.names.words.many} of ${withArticle(parent.names.words.one)}`,
    description: `The ${child.names.words.many} whose \`${member}\` is the id of the ${parent.names.words.one}.`,
  });
}

/** The handler that lists the children of a record. */
export function childrenHandler(relation: Relation<DataCollection>): DataHandlers {
  const { parent, child, member } = relation;
  const isNumber = child.shape.members.get(member)?.types.has('number') === true;
  return {
    [childrenName(relation)]: ({ input, records }) => {
      const { id } = records.find(parent.records, String(input[idParameter(parent)]));
      const where = { [member]: isNumber ? Number(id) : id };
      return { ...listing(child.records, where as never), show: (record: Kept) => shownRecord(child.ids.kind, record) };
    },
  };
}
