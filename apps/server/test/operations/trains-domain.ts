/** A domain whose operations answer streams: of what the clock brings, which ends, and of what is written, which does not. */
import { z } from 'zod';
import {
  defineDomain,
  get,
  instant,
  listInput,
  listOf,
  post,
  recordId,
  streamInput,
  streamOf,
  writtenOf,
  collection,
  eventNumber,
  type EventsNow,
  implement,
  instantText,
  listing,
  numberedId,
  type SoughtRecords,
} from '../../src/domain.js';

const trainId = recordId('Id of the train.', 'train_0001');

const train = z
  .object({ id: trainId, departed_at: instant('When it left.', '2026-01-01T00:00:00.000Z') })
  .meta({ id: 'Train', description: 'A train.' });

const announcement = z
  .object({
    id: recordId('Id of the announcement.', 'announcement_0001'),
    number: z.int().meta({ description: 'Its number.', examples: [1] }),
    text: z.string().meta({ description: 'What is said.', examples: ['Mind the gap — 列車 🚆.'] }),
  })
  .meta({ id: 'Announcement', description: 'An announcement.' });

const stop = z.object({
  station: z.int().meta({ description: 'Number of the station.', examples: [1] }),
  at: instant('When it stops there.', '2026-01-01T00:00:10.000Z'),
});

const arrival = z.object({ stations: z.int().meta({ description: 'Stations on the way.', examples: [5] }) });

const journeyStream = streamOf(
  { stop, end: arrival },
  { id: 'JourneyEvent', description: 'What happens on a journey.' },
);

const announcementStream = streamOf(
  { announcement },
  { id: 'AnnouncementEvent', description: 'Something is announced.' },
);

/** The trains domain. */
const trainsContract = defineDomain({
  name: 'trains',
  description: 'Trains.',
  operations: {
    listTrains: get('/api/trains', {
      summary: 'List trains',
      description: 'All trains.',
      searches: ['id'],
      input: listInput({}),
      output: listOf(train),
    }),
    sendTrain: post('/api/trains', {
      summary: 'Send a train',
      description: 'A train leaves now, and stops every ten seconds.',
      input: z.object({}),
      output: writtenOf(train),
    }),
    announce: post('/api/trains/announcements', {
      summary: 'Announce something',
      description: 'Announces something.',
      input: announcement.pick({ text: true }),
      output: writtenOf(announcement),
    }),
    followTrain: get('/api/trains/{train_id}/journey', {
      summary: 'Follow a train',
      description: 'Its stops as it makes them.',
      input: streamInput({ train_id: trainId }),
      output: journeyStream,
    }),
    streamAnnouncements: get('/api/trains/announcements/stream', {
      summary: 'Follow what is announced',
      description: 'Begins at the present where no event is named.',
      input: streamInput({}),
      output: announcementStream,
    }),
    streamForMe: get('/api/trains/announcements/mine', {
      summary: 'Follow what is announced to a user',
      description: 'The same for who has logged in.',
      credential: 'bearer',
      input: streamInput({}),
      output: announcementStream,
    }),
  },
});

/** Time from one station to the next, in ms. */
const SPAN_MS = 10_000;

/** Stations on the way of each train. */
const STATIONS = 5;

const trains = collection({
  name: 'trains',
  prefix: 'train',
  noun: 'train',
  size: 3,
  schema: train,
  seed: ({ instant: at }) => ({ departed_at: at('2025') }),
});

const announcements = collection({
  name: 'announcements',
  prefix: 'announcement',
  noun: 'announcement',
  size: 4,
  schema: announcement,
  seed: ({ index, words }) => ({ number: index + 1, text: `${words(2, 5)} — 列車 🚆` }),
});

/** The announcements after the one that a reader names. */
function announced(
  records: SoughtRecords,
  input: { readonly last_event_id?: string | undefined },
): EventsNow<{ id: string; event: 'announcement'; data: { id: string; number: number; text: string } }> {
  const last = records.size(announcements);
  const after = eventNumber(input, last);
  if (after === undefined) return { events: [], position: String(last) };
  const all = Array.from({ length: last - after }, (_, index) => records.at(announcements, after + index));
  const events = all.flatMap((data) => {
    return data === undefined ? [] : [{ id: String(data.number), event: 'announcement' as const, data }];
  });
  return { events };
}

/** The trains domain, implemented. */
export const trainsDomain = implement(trainsContract, {
  collections: [trains, announcements],
  handlers: {
    listTrains: () => listing(trains),

    sendTrain: ({ records, now }) => {
      const one = { id: numberedId(records, 'train'), departed_at: instantText(now) };
      records.put(trains, one);
      return { value: [one] };
    },

    announce: ({ input, records }) => {
      const number = records.size(announcements) + 1;
      const one = { id: numberedId(records, 'announcement'), number, text: input.text };
      records.put(announcements, one);
      return { value: [one] };
    },

    followTrain: ({ input, records, now }) => {
      const departed = Date.parse(records.find(trains, input.train_id).departed_at);
      const all = Array.from({ length: STATIONS }, (_, index) => {
        const at = departed + (index + 1) * SPAN_MS;
        const data = { station: index + 1, at: instantText(at) };
        return { at, sent: { id: String(index + 1), event: 'stop' as const, data } };
      });
      const made = all.filter(({ at }) => at <= now);
      const isOver = made.length === STATIONS;
      const events = [
        ...made.map(({ sent }) => sent),
        ...(isOver ? [{ id: String(STATIONS + 1), event: 'end' as const, data: { stations: STATIONS } }] : []),
      ];
      const after = eventNumber(input, events.length) ?? 0;
      return { events: events.slice(after), next: all[made.length]?.at, isOver };
    },

    streamAnnouncements: ({ input, records }) => announced(records, input),

    streamForMe: ({ input, records }) => announced(records, input),
  },
});
