/** A domain whose operations answer streams: of what the clock brings, which ends, and of what is written, which does not. */
import {
  collection,
  eventNumber,
  type EventsNow,
  implement,
  instantText,
  listing,
  numberedId,
  type SoughtRecords,
} from '../../src/domain.js';
import { announcement, train, trainsContract } from './trains-contract.js';

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
  seed: ({ instant }) => ({ departed_at: instant('2025') }),
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
