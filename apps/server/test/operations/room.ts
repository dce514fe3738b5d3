/** A room, and what clients send of one. */
import { choice, instant, recordId } from '@understudy/contract';
import { z } from 'zod';

const name = z
  .string()
  .min(1)
  .max(120)
  .meta({ description: 'Name of the room, which no other has.', examples: ['Aquarium'] });
const building = choice(['north', 'south', 'tower'], 'Building that it is in.');
const seats = z
  .int()
  .min(1)
  .max(500)
  .meta({ description: 'How many people can sit in it.', examples: [12] });
const note = z
  .string()
  .max(2000)
  .nullable()
  .meta({ description: 'What to know of it; null for nothing.', examples: ['The door jams.'] });
const tags = z
  .array(z.string().min(1).max(40))
  .max(50)
  .meta({ description: 'What it is good for.', examples: [['quiet']] });

const screen = z
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
  .nullable()
  .meta({ description: 'Its screen; null where it has none.', examples: [{ inches: 55, maker: 'Vista' }] });

const equipment = z
  .object({
    screen,
    board: z.boolean().meta({ description: 'Whether there is a board to write on.', examples: [true] }),
  })
  .meta({ description: 'What stands in it.', examples: [{ screen: { inches: 55, maker: 'Vista' }, board: true }] });

const phone = z
  .string()
  .min(1)
  .max(20)
  .optional()
  .meta({ description: 'Number of its telephone; missing where it has none.', examples: ['4711'] });

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
