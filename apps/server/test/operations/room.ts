/** A room, and what clients send of one. */
import { choice, instant, recordId } from '@understudy/contract';
import { z } from 'zod';
import { described } from '../described.js';

const name = described(z.string().min(1).max(120), 'Name of the room, which no other has.', 'Aquarium');
const building = choice(['north', 'south', 'tower'], 'Building that it is in.');
const seats = described(z.int().min(1).max(500), 'How many people can sit in it.', 12);
const note = described(z.string().max(2000).nullable(), 'What to know of it; null for nothing.', 'The door jams.');
const tags = described(z.array(z.string().min(1).max(40)).max(50), 'What it is good for.', ['quiet']);

const screen = described(
  z
    .object({
      inches: z
        .int()
        .min(10)
        .max(200)
        .meta({ description: 'Diagonal in inches.', examples: [55] }),
      maker: z
        .string()
        .min(1)
        .max(120)
        .nullable()
        .meta({ description: 'Who made it; null where unknown.', examples: ['Vista'] }),
    })
    .nullable(),
  'Its screen; null where it has none.',
  { inches: 55, maker: 'Vista' },
);

const equipment = described(
  z.object({
    screen,
    board: z.boolean().meta({ description: 'Whether there is a board to write on.', examples: [true] }),
  }),
  'What stands in it.',
  { screen: { inches: 55, maker: 'Vista' }, board: true },
);

const phone = described(
  z.string().min(1).max(20).optional(),
  'Number of its telephone; missing where it has none.',
  '4711',
);

/** A room. */
export const room = z
  .object({
    id: recordId('Id of the room.', 'room_0001'),
    name,
    building,
    seats,
    note,
    tags,
    equipment,
    phone,
    is_locked: z.boolean().meta({ description: 'Whether it is locked.', examples: [false] }),
    clean_at: instant('When it is, or was, clean; null where nobody asked.', '2026-03-01T12:00:30.000Z').nullable(),
    created_at: instant('When it was built.', '2025-06-01T09:00:00.000Z'),
  })
  .meta({ id: 'Room', description: 'A room.' });

/** A room. */
export type Room = z.infer<typeof room>;

export const roomId = recordId('Id of the room.', 'room_0001');
export const one = z.object({ room_id: roomId });
export const newRoom = z.object({ name, building, seats });
export const changes = z.object({ name, building, seats, note, tags, equipment, phone });
