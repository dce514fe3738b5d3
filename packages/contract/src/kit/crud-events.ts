/** Declares the events of a kind of record: that one was created, changed or removed. */
import type { z } from 'zod';
import { wordsOf } from './crud-input.js';
import { webhookEvent } from './webhook-event.js';

type EventOf<Type extends string, Schema extends z.ZodType> = ReturnType<typeof webhookEvent<Type, Schema>>;

/** The events of a kind of record, by type. */
export type CrudEvents<One extends string, Schema extends z.ZodType> = {
  readonly [What in 'created' | 'updated' | 'deleted' as `${One}.${What}`]: EventOf<`${One}.${What}`, Schema>;
};

/**
 * Declares the events that the operations of `crud` emit with `emits: true`: `<one>.created`, `<one>.updated` and
 * `<one>.deleted`, each about the record.
 *
 * @example
 * ```ts
 * import { crudEvents } from '@understudy/contract';
 * import { z } from 'zod';
 * const note = z.object({ id: z.string(), title: z.string() }).meta({ id: 'Note', description: 'A note.' });
 * console.log(Object.keys(crudEvents({ one: 'note', schema: note })).join(' ')); // note.created note.updated note.deleted
 * ```
 */
export function crudEvents<const One extends string, Schema extends z.ZodType>({
  one,
  schema,
}: {
  readonly one: One;
  readonly schema: Schema;
}): CrudEvents<One, Schema> {
  const event = (what: string, description: string) =>
    webhookEvent({ type: `${one}.${what}`, description, object: schema });
  const record = wordsOf(one);
  // The types are made of the same two words.
  return {
    [`${one}.created`]: event('created', `A ${record} was created.`),
    [`${one}.updated`]: event('updated', `A ${record} was changed.`),
    [`${one}.deleted`]: event('deleted', `A ${record} was removed; it is shown as it was in the end.`),
  } as unknown as CrudEvents<One, Schema>;
}
