/** A domain whose records follow the clock, for what must hold wherever records do: parcels, sent and delivered in time. */
import {
  choice,
  collection,
  crud,
  crudHandlers,
  defineDomain,
  type DueEvent,
  equal,
  get,
  implement,
  instant,
  listing,
  unsearchedListInput,
  webhookEvent,
  writtenOf,
  listOf,
  post,
  type Transition,
  yes,
  z,
} from '../../src/domain.js';
import { described } from '../described.js';

const MINUTE = 60_000;

export const parcel = z
  .object({
    id: z.string().meta({ description: 'Id of the parcel.', examples: ['parcel_0001'] }),
    version: described(z.int().min(1), 'Version.', 1),
    label: described(z.string().max(80), 'What stands on it.', 'Books'),
    status: choice(['packed', 'sent', 'delivered'], 'How far it is.'),
    moved_at: instant('When it came so far.', '2026-03-01T12:00:00.000Z'),
  })
  .meta({ id: 'Parcel', description: 'A parcel.' });

type Parcel = z.output<typeof parcel>;

/** A parcel is sent ten minutes after it was packed, and delivered five minutes later. */
function transition(record: Parcel): Transition<Parcel> | undefined {
  if (record.status === 'delivered') return undefined;
  const [minutes, status] = record.status === 'packed' ? ([10, 'sent'] as const) : ([5, 'delivered'] as const);
  const at = Date.parse(record.moved_at) + minutes * MINUTE;
  return { at, record: { ...record, status, moved_at: new Date(at).toISOString() } };
}

/** What the clock brings of a parcel. */
function due(record: Parcel): readonly DueEvent[] {
  const sent = Date.parse(record.moved_at) + (record.status === 'packed' ? 10 : 0) * MINUTE;
  const isLost = record.label === 'lost';
  return [
    ...(record.status === 'packed' ? [{ type: isLost ? 'parcel.lost' : 'parcel.sent', at: sent }] : []),
    ...(record.status === 'delivered' ? [] : [{ type: 'parcel.delivered', at: sent + 5 * MINUTE }]),
  ];
}

const event = <Type extends string>(type: Type, description: string) =>
  webhookEvent({ type, description, object: parcel });

const parcels = collection({
  name: 'parcels',
  prefix: 'parcel',
  noun: 'parcel',
  size: 12,
  versioned: true,
  schema: parcel,
  transition,
  due,
  // They would have moved long ago, if seeded records did.
  seed: ({ words, pick, instant: at }) => ({
    label: words(1, 2),
    status: pick(['packed', 'sent', 'delivered']),
    moved_at: at('2025'),
  }),
});

const words = { one: 'parcel', many: 'parcels' } as const;
const minute = described(z.object({ minute: z.int(), asked: z.string() }), 'A minute.', { minute: 0, asked: 'so' });
const minuteOf = (now: number): number => Math.floor(now / MINUTE);
const texts = { summary: 'Get the minute', description: 'The minute by the clock.', input: z.object({}) };

const contract = defineDomain({
  name: 'parcels',
  description: 'Parcels.',
  // That one is lost is declared nowhere.
  events: {
    'parcel.sent': event('parcel.sent', 'A parcel is on its way.'),
    'parcel.delivered': event('parcel.delivered', 'A parcel was delivered.'),
  },
  operations: {
    ...crud({
      ...words,
      path: '/api/parcels',
      schema: parcel,
      made: ['version', 'status', 'moved_at'],
      searches: ['label', 'status'],
      filters: { status: equal(choice(['packed', 'sent', 'delivered'], 'Only these.')) },
      sorts: ['status'],
      versioned: 'optional',
    }),
    returnParcel: post('/api/parcels/{parcel_id}/return', {
      summary: 'Return a parcel',
      description: 'Takes it back, unless it is delivered.',
      kinds: ['too_late', 'conflict'],
      current: parcel,
      input: z.object({ parcel_id: parcel.shape.id }),
      output: writtenOf(parcel),
    }),
    getMinute: get('/api/minute', { ...texts, output: minute }),
    getMinuteUntil: get('/api/minute-until', { ...texts, output: minute }),
    getYear: get('/api/year', { ...texts, output: minute }),
    listLate: get('/api/late', {
      summary: 'List what is late',
      description: 'Parcels, with whether the minute is odd.',
      filters: { is_odd: yes(z.boolean().meta({ description: 'Whether the minute is odd.', examples: [true] })) },
      input: unsearchedListInput({}),
      output: listOf(
        z.object({ id: z.string(), is_odd: z.boolean() }).meta({ id: 'LateParcel', description: 'Late.' }),
      ),
    }),
  },
});

/** The domain as it is served. */
export const parcelDomain = implement(contract, {
  collections: [parcels],
  handlers: {
    ...crudHandlers(parcels, {
      ...words,
      made: { status: () => 'packed' as const, moved_at: ({ now }) => new Date(now).toISOString() },
    }),
    returnParcel: ({ input, records, problem }) => {
      const found = records.find(parcels, input.parcel_id);
      // What is beside the declared members is nobody's business.
      const current = { ...found, secret: 'shelf 7' };
      if (found.status === 'delivered') throw problem('too_late', { detail: 'it is delivered', current });
      if (found.status === 'sent') throw problem('conflict', { current: { id: found.id } });
      return { value: [found] };
    },
    // It says nothing of how long it holds.
    getMinute: ({ now }) => ({ value: { minute: minuteOf(now), asked: '' } }),
    getMinuteUntil: ({ now }) => ({
      value: { minute: minuteOf(now), asked: '' },
      until: (minuteOf(now) + 1) * MINUTE,
    }),
    getYear: (ctx) => ({ value: { minute: new Date(ctx.now).getUTCFullYear(), asked: '' }, until: Infinity }),
    listLate: ({ now }) =>
      listing(
        parcels,
        {},
        {
          show: ({ id }) => ({ id, is_odd: minuteOf(now) % 2 === 1 }),
          until: (minuteOf(now) + 1) * MINUTE,
        },
      ),
  },
});
