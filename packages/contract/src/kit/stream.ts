/** An answer that is a stream of server-sent events, and the input of its operation. */
import { z } from 'zod';
import { DeclarationError } from './nearest.js';
import { shaped } from './envelope.js';

/** Schemas of what events carry, by the type of the event. */
type EventShapes = Readonly<Record<string, z.ZodType>>;

/** An event of a stream, as a client reads it. */
type EventIn<Events extends EventShapes> = {
  [Name in keyof Events & string]: { id: string; event: Name; data: z.output<Events[Name]> };
}[keyof Events & string];

/** The type of the last event of a stream that comes to an end. */
const END = 'end';

/** A type of event: it stands alone in its line, and browsers tell it from the events that they make themselves. */
const TYPE = /^(?!(?:open|error|message)$)[A-Za-z][\w.-]*$/;

/**
 * A stream of server-sent events (HTML Living Standard §9.2). One that has events of the type `end` comes to an end with
 * that event: it is closed after it, and whoever resumes there is answered 204. Over tRPC a stream is a document with the
 * events that there are by now.
 *
 * @param events what each type of event carries
 * @param component name of the component that describes an event
 * @throws {@link DeclarationError} naming what can be no type of an event
 *
 * @example
 * ```ts
 * import { instant, streamOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const tick = z.object({ at: instant('When it ticked.', '2026-01-01T00:00:00.000Z') });
 * const answer = streamOf({ tick }, { id: 'TickEvent', description: 'A tick of the clock.' });
 * ```
 */
export function streamOf<Events extends EventShapes>(
  events: Events,
  component: { readonly id: string; readonly description: string },
) {
  const types = Object.keys(events);
  const odd = types.find((name) => !TYPE.test(name));
  if (odd !== undefined) {
    const detail = 'it must be a word other than open, error and message, which EventSource uses itself';
    throw new DeclarationError(`${JSON.stringify(odd)} cannot be the type of an event; ${detail}`);
  }
  const [first, ...others] = Object.entries(events).map(([name, data]) =>
    z.object({
      id: z
        .string()
        .meta({ description: 'Its id; to resume after this event, send it as `last_event_id`.', examples: ['1'] }),
      event: z.literal(name).meta({ description: 'Its type.', examples: [name] }),
      data,
    }),
  );
  if (first === undefined) throw new DeclarationError('a stream needs at least one type of event');
  // The members of the union are made in a loop, which loses their types.
  const event = z.union([first, ...others]).meta(component) as unknown as z.ZodType<EventIn<Events>>;
  const document = z.object({ data: z.array(event).meta({ description: 'The events, in order.' }) });
  return Object.assign(shaped('stream', document), { events: types });
}

/**
 * Whether a stream that an operation answers comes to an end, with an event of the type `end`.
 *
 * @example
 * ```ts
 * import { hasEnd, instant, streamOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const tick = z.object({ at: instant('When it ticked.', '2026-01-01T00:00:00.000Z') });
 * console.log(hasEnd({ output: streamOf({ tick }, { id: 'TickEvent', description: 'A tick.' }) })); // false
 * ```
 */
export function hasEnd({ output }: { readonly output: z.ZodType }): boolean {
  // streamOf has put them there.
  return 'events' in output && (output.events as readonly string[]).includes(END);
}

const streamControls = {
  last_event_id: z.string().min(1).max(200).optional().meta({
    description:
      'Id of the last event that was read: the stream continues after it. The header `Last-Event-ID`, which browsers send when they reconnect, wins over it. An id that was never sent is a 400 of kind `invalid_cursor`.',
  }),
  follow: z
    .boolean()
    .default(true)
    .meta({
      description: 'Whether the stream stays open for later events; otherwise it ends after those that exist by now.',
      examples: [false],
    }),
  limit: z.int().min(1).max(1000).optional().meta({
    description: 'Closes the stream after so many events, so that a client can practise reconnecting.',
  }),
  chunk_bytes: z.int().min(1).max(65_536).optional().meta({
    description:
      'Sends the stream in pieces of exactly so many bytes, without regard to where characters and lines end.',
  }),
};

/**
 * Input of a stream: where it begins, how it ends, and what is given beside that.
 *
 * @example
 * ```ts
 * import { streamInput } from '@understudy/contract';
 * import { z } from 'zod';
 * const input = streamInput({ order_id: z.string() });
 * ```
 */
export function streamInput<Own extends z.ZodRawShape>(own: Own) {
  return z.object({ ...own, ...streamControls });
}

/** What every stream input holds. */
export type StreamControls = z.infer<ReturnType<typeof streamInput<Record<never, never>>>>;
