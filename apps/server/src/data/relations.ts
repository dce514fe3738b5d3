/** Which collections belong to which, found by the names of members such as `postId` and `post_id`, and what follows: related records in an answer, the list of the children of a record, and what becomes of them when it goes. */
import { get, post, writtenOf } from '@understudy/contract/kit';
import { z } from 'zod';
import { children, finder, parent, type Related } from '../kit/included.js';
import { badRequest } from '../kit/problem-error.js';
import { type Answering, type DataCollection, type StoredRecord, shownRecord } from './collection.js';
import {
  createIn,
  type DataContext,
  type DataHandlers,
  type DataOperation,
  idInput,
  idParameter,
  listIn,
  listParts,
  sentTo,
  withArticle,
} from './handlers.js';
import { type Names, referredBy } from './names.js';
import type { Shape } from './shape.js';

/** A collection, as far as relations are found in it. */
export interface Relative {
  readonly names: Names;
  readonly shape: Shape;
}

/** That records of one collection name a record of another. */
export interface Relation<One extends Relative> {
  readonly parent: One;
  readonly child: One;
  /** The members of the child that hold the id of the parent: records of one file may write it in several ways. */
  readonly members: readonly string[];
  /** What the parent is called in a child: `post` where the member is `postId`. */
  readonly name: string;
}

/** The relations between collections: one for each child and parent. */
export function relationsIn<One extends Relative>(collections: readonly One[]): Relation<One>[] {
  const byWord = new Map(collections.map((one) => [one.names.words.one, one]));
  return collections.flatMap((child) => {
    const found = new Map<One, string[]>();
    for (const member of child.shape.members.keys()) {
      const named = byWord.get(referredBy(member) ?? '');
      if (named !== undefined) found.set(named, [...(found.get(named) ?? []), member]);
    }
    return Array.from(found, ([named, members]) => {
      const [first = ''] = members;
      return { parent: named, child, members, name: first.replace(/[_-]?id$/i, '') };
    });
  });
}

type DataRelation = Relation<DataCollection>;

/** The text by which children name a record: its id as it is shown. */
const nameIn =
  ({ ids }: DataCollection) =>
  ({ id }: { readonly id: string }): string =>
    String(ids.shown(id));

/** What `include` can show with the records of a collection, by name. */
export function relatedTo(collection: DataCollection, relations: readonly DataRelation[]): Record<string, Related> {
  const up = relations.filter(({ child }) => child === collection);
  const down = relations.filter(({ parent: of }) => of === collection);
  const show = (of: DataCollection) => (record: StoredRecord) => shownRecord(of.ids, record);
  return Object.fromEntries([
    ...down.map(({ child, members }): [string, Related] => [
      child.names.name,
      children(child.records, members, { nameOf: nameIn(collection), show: show(child) }),
    ]),
    ...up.map(({ parent: of, members, name }): [string, Related] => [
      name,
      parent(of.records, members, { show: show(of) }),
    ]),
  ]);
}

/** The relations of which a collection is the parent. */
export const childrenOf = (collection: DataCollection, relations: readonly DataRelation[]): DataRelation[] =>
  relations.filter(({ parent: of }) => of === collection);

/** What becomes of the records that name one which is removed. */
export function removedWith(collection: DataCollection, relations: readonly DataRelation[], { bare }: Answering) {
  const own = childrenOf(collection, relations);
  const names = own.map(({ child }) => child.names.name);
  return ({ input, records }: DataContext, id: string): void => {
    const { dependents } = input;
    const sought = dependents === undefined ? [] : String(dependents).split(',');
    const unknown = sought.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const detail = names.length === 0 ? 'nothing refers to these records' : `must be a list of ${names.join(', ')}`;
      throw badRequest([{ parameter: 'dependents', code: 'invalid_value', detail }]);
    }
    const shown = collection.ids.shown(id);
    for (const { child, members } of own) {
      // Where ids are numbers, as json-server 0.17 makes them, what refers to the record goes along, as it does there.
      const isRemoved = sought.includes(child.names.name) || (bare && typeof shown === 'number');
      if (!isRemoved && !bare) continue;
      for (const record of finder(child.records, members, records)(String(shown))) {
        if (isRemoved) records.remove(child.records, record.id);
        else {
          const nulls = members.filter((member) => String(record[member]) === String(shown));
          records.put<StoredRecord>(child.records, {
            ...record,
            ...Object.fromEntries(nulls.map((member) => [member, null])),
          });
        }
      }
    }
  };
}

/** Name of the operation that lists the children of a record, and of the one that creates one. */
const childrenNames = ({ parent: of, child: { names } }: DataRelation) => ({
  list: `list${names.many}Of${of.names.one}`,
  create: `create${names.one}Of${of.names.one}`,
});

/** The operations on the children of a record, by name. */
export function childrenOperations(
  relation: DataRelation,
  includes: readonly string[],
  { bare }: Answering,
): Readonly<Record<string, DataOperation>> {
  const { parent: of, child, members } = relation;
  const names = childrenNames(relation);
  const named = members.map((member) => `\`${member}\``).join(' or ');
  const path = `/api/${of.names.name}/{${idParameter(of)}}/${child.names.name}` as const;
  const list = listParts({ collection: child, bare, includes, without: [...members, idParameter(of)] });
  const { many, one } = child.names.words;
  const ofOne = `of ${withArticle(of.names.words.one)}`;
  return {
    [names.list]: get(path, {
      ...list,
      input: list.input(idInput(of)),
      summary: `List ${many} ${ofOne}`,
      description: `The ${many} whose ${named} is the id of the ${of.names.words.one}.`,
    }),
    [names.create]: post(path, {
      bare,
      input: sentTo(child, { bare, extra: idInput(of) }),
      output: writtenOf(child.schemas.shown),
      status: 201,
      kinds: ['conflict'],
      ...(bare ? { bodies: ['json', 'form'] } : {}),
      summary: `Create ${withArticle(one)} ${ofOne}`,
      description: `Adds ${withArticle(one)} whose \`${members[0] ?? ''}\` is the id of the ${of.names.words.one}.`,
    }),
  };
}

/** The handlers of these operations. */
export function childrenHandlers(relation: DataRelation, related: Readonly<Record<string, Related>>): DataHandlers {
  const { parent: of, child, members } = relation;
  const names = childrenNames(relation);
  const parameter = idParameter(of);
  const foundIn = (ctx: DataContext) => ctx.records.find(of.records, String(ctx.input[parameter]));
  return {
    [names.list]: (ctx) => {
      const { id: kept } = foundIn(ctx);
      const id = nameIn(of)({ id: kept });
      const has = (record: StoredRecord): boolean => members.some((member) => String(record[member]) === id);
      const only = { by: [of.names.name, kept, ...members], from: [of.records], has };
      return listIn(child, ctx, { only, without: [parameter], related });
    },
    [names.create]: (ctx) => {
      const [member = ''] = members;
      const { [parameter]: _, ...body } = ctx.input;
      return createIn(child, ctx, { ...body, [member]: of.ids.shown(foundIn(ctx).id) });
    },
  };
}

/** The schema of `dependents`, which a removal takes. */
export const dependentsInput = (names: readonly string[]) =>
  z
    .string()
    .optional()
    .meta({
      description: `Collections whose records that refer to it are removed as well, a comma-separated list of ${names.join(', ')}.`,
      examples: [names[0] ?? ''],
    });
