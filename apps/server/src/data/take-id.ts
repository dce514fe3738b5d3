/** Takes the ids of new records: the one that was sent, else one that no record has had. */
import { problemsOf } from '../kit/problem-error.js';
import type { Members, RecordContext } from '../kit/record-handlers.js';
import { sequences } from '../kit/sequences.js';
import type { DataCollection } from './collection.js';

const problem = problemsOf({});

/** The integer that no record has had. */
function nextOf({ records, ids: { largest } }: DataCollection, ctx: RecordContext): number {
  return ctx.records.get(sequences, records.name)?.next ?? largest + 1;
}

function takeNumber({ records }: DataCollection, ctx: RecordContext, id: number): string {
  if (!Number.isSafeInteger(id + 1)) throw problem('conflict', { detail: 'there is no larger id; send one' });
  ctx.records.put(sequences, { id: records.name, next: id + 1 });
  return String(id);
}

function takeSent(data: DataCollection, ctx: RecordContext, id: unknown): string {
  const { records, names } = data;
  if (ctx.records.get(records, String(id)) !== undefined) {
    const detail = `a record of ${names.name} already has the id ${JSON.stringify(id)}`;
    throw problem('conflict', { detail, errors: [{ pointer: '#/id', code: 'taken', detail: 'is taken' }] });
  }
  return typeof id === 'number' && id >= nextOf(data, ctx) ? takeNumber(data, ctx, id) : String(id);
}

/** Gives the function that takes the id of a new record of a collection. */
export function takeId(data: DataCollection): (ctx: RecordContext, body: Members) => string {
  const { kind } = data.ids;
  return (ctx, body) => {
    const { id } = ctx.input;
    if (id !== undefined) return takeSent(data, ctx, id);
    if (kind === 'integer' || kind === 'any') return takeNumber(data, ctx, nextOf(data, ctx));
    return ctx.newId(data.records, [body]);
  };
}
