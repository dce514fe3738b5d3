/** Handles the operations of a collection of the data: as those of any kind of record, with ids as the data has them. */
import { isEqual } from '#platform/equal';
import type { CrudAction } from '@understudy/contract/kit';
import type { Collection } from '../kit/collection.js';
import type { Patching } from '../kit/context.js';
import type { Result } from '../kit/handler.js';
import { listing, type ListingOptions } from '../kit/listing.js';
import { badRequest } from '../kit/problem-error.js';
import { type Members, type OpenRecord, type RecordContext, recordHandlers } from '../kit/record-handlers.js';
import { checkSort, filterIn } from './asked.js';
import { type DataCollection, type Kept, shownRecord } from './collection.js';
import { MembersNow } from './members.js';
import { idParameter } from './operation-parts.js';
import { takeId } from './take-id.js';

/** What a handler of the data is given. */
export type DataContext = RecordContext & Patching<Members>;

/** Handlers whose types are those of operations made at runtime. */
export type DataHandlers = Readonly<Record<string, (ctx: DataContext) => unknown>>;

/** Names of the operations of a collection, by what they do. */
function operationNames({ names: { one, many } }: DataCollection): Readonly<Record<CrudAction, string>> {
  return {
    list: `list${many}`,
    get: `get${one}`,
    create: `create${one}`,
    replace: `replace${one}`,
    update: `update${one}`,
    delete: `delete${one}`,
  };
}

/** The handlers of any kind of record, on this one, whose records have no versions. */
function handlersOn(data: DataCollection) {
  const handlers = recordHandlers({
    collection: data.records as Collection<OpenRecord>,
    one: idParameter(data).slice(0, -'_id'.length),
    identify: takeId(data),
  });
  return handlers as Readonly<Record<CrudAction, (ctx: DataContext) => unknown>>;
}

/** The records of a collection that an input asks for. */
export function listIn(
  data: DataCollection,
  { input, records }: DataContext,
  { only, without = [] }: Pick<ListingOptions<Kept>, 'only'> & { readonly without?: readonly string[] } = {},
) {
  const now = new MembersNow(data, records);
  checkSort(input, now);
  const filter = filterIn(data, input, { now, without });
  return listing(data.records, {}, { only, filter, show: (record) => shownRecord(data.ids, record) });
}

/** Another id in the body than that in the path is a fault. */
function checkId({ ids }: DataCollection, { input }: DataContext, parameter: string): void {
  const { [parameter]: wanted, id = wanted } = input;
  if (String(id) === String(wanted) || isEqual(id, ids.shown(String(wanted)))) return;
  const detail = `must be ${String(wanted)}, as in the path, or be left out`;
  throw badRequest([{ pointer: '#/id', code: 'mismatch', detail }]);
}

/** The handlers of a collection, by operation. */
export function handlersOf(data: DataCollection): DataHandlers {
  const names = operationNames(data);
  const all = handlersOn(data);
  const parameter = idParameter(data);
  const show = (record: OpenRecord) => shownRecord(data.ids, record);
  /** Records are kept by the text of their id. */
  const kept = (ctx: DataContext): DataContext => {
    const { input } = ctx;
    const id = input[parameter];
    return id === undefined ? ctx : { ...ctx, input: { ...input, [parameter]: String(id) } };
  };
  // What these handlers answer of one record, and of those that were written.
  const shown =
    (action: 'create' | 'replace' | 'update') =>
    (ctx: DataContext): unknown => {
      if (action !== 'create') checkId(data, ctx, parameter);
      const result = all[action](kept(ctx)) as Result<readonly OpenRecord[]>;
      return { ...result, value: result.value.map(show) };
    };
  return {
    [names.list]: (ctx) => listIn(data, ctx),
    [names.get]: (ctx) => {
      const result = all.get(kept(ctx)) as Result<OpenRecord>;
      return { ...result, value: show(result.value) };
    },
    [names.create]: shown('create'),
    [names.replace]: shown('replace'),
    [names.update]: shown('update'),
    [names.delete]: (ctx) => all.delete(kept(ctx)),
  };
}
