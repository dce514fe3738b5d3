/** Trains, each of them a journey that can be followed, and what is announced of them. */
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
} from '../../src/domain.js';

const trainId = recordId('Id of the train.', 'train_0001');

export const train = z
  .object({ id: trainId, departed_at: instant('When it left.', '2026-01-01T00:00:00.000Z') })
  .meta({ id: 'Train', description: 'A train.' });

/** A train. */
export type Train = z.infer<typeof train>;

export const announcement = z
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
export const trainsContract = defineDomain({
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
