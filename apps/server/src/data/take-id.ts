/** Takes the ids of new records: the one that was sent, else one that no record has had. */
import { countTaken } from '../kit/ids.js';
import { badRequest, problemsOf } from '../kit/problem-error.js';
import type { Members, RecordContext } from '../kit/record-handlers.js';
import { sequences } from '../kit/sequences.js';
import type { DataCollection } from './collection.js';
import { type Ids, keptId } from './ids.js';
import { type Counter, countedId, counterOf, drawLike, numberOf } from './new-ids.js';

const problem = problemsOf({});

/** The integer that no record has had. */
function nextOf({ records }: DataCollection, ctx: RecordContext, { largest }: Counter): number {
  return ctx.records.get(sequences, records.name)?.next ?? largest + 1;
}

/** Notes that all up to a number are taken. */
function take({ records }: DataCollection, ctx: RecordContext, number: number): void {
  if (!Number.isSafeInteger(number + 1)) throw problem('conflict', { detail: 'there is no larger id; send one' });
  ctx.records.put(sequences, { id: records.name, next: number + 1 });
}

const isThere = ({ records, ids }: DataCollection, ctx: RecordContext, id: string): boolean =>
  ctx.records.has(records, id) || ids.indexOf(id) >= 0;

function takeSent(data: DataCollection, ctx: RecordContext, id: string | number): string {
  const { records, names, ids } = data;
  const text = String(id);
  const fault = (code: string, detail: string) => ({ pointer: '#/id', code, detail });
  if (ctx.records.get(records, text) !== undefined) {
    const detail = `a record of ${names.name} already has the id ${JSON.stringify(id)}`;
    throw problem('conflict', { detail, errors: [fault('taken', 'is taken')] });
  }
  if (ids.shown(text) !== id) {
    throw badRequest([fault('invalid_type', `must be sent as ${JSON.stringify(ids.shown(text))}, as other ids are`)]);
  }
  const number = ids.counter && numberOf(ids.counter, text);
  if (ids.counter !== undefined && number !== undefined && number >= nextOf(data, ctx, ids.counter)) {
    take(data, ctx, number);
  }
  return text;
}

/** How new ids are made; in a collection that began without records, by those that clients have sent. */
function likeThose({ records, ids }: DataCollection, ctx: RecordContext): Pick<Ids, 'counter' | 'draw'> {
  if (ids.kind !== 'any' || ctx.records.get(sequences, records.name) !== undefined) return ids;
  const sent = ctx.records.changed(records).map(({ id }) => id);
  return sent.length === 0 ? ids : { counter: counterOf(sent), draw: drawLike(sent) };
}

/** An id that looks like those there are, or a text of our own. */
function makeId(data: DataCollection, ctx: RecordContext, body: Members): string {
  const { records } = data;
  const { counter, draw } = likeThose(data, ctx);
  if (counter !== undefined) {
    const number = nextOf(data, ctx, counter);
    take(data, ctx, number);
    return countedId(counter, number);
  }
  if (draw === undefined) return ctx.newId(records, [body]);
  const drawn = (n: number) => draw(ctx.newId(records, n === 0 ? [body] : [body, n]), ctx.now);
  return drawn(countTaken((n) => isThere(data, ctx, drawn(n))));
}

/** Gives the function that takes the id of a new record of a collection. */
export function takeId(data: DataCollection): (ctx: RecordContext, body: Members) => string {
  return (ctx, body) => {
    const { id } = ctx.input;
    if (id === undefined || id === null) return makeId(data, ctx, body);
    if (typeof id === 'number' || (typeof id === 'string' && keptId.safeParse(id).success)) {
      return takeSent(data, ctx, id);
    }
    throw badRequest([
      { pointer: '#/id', code: 'invalid_type', detail: 'must be an integer, or a text of 1 to 128 characters' },
    ]);
  };
}
