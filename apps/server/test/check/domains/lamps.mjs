/** A small domain in plain JavaScript, with a place for a fault. */
import {
  defineDomain,
  get,
  implement,
  listing,
  listOf,
  recordOf,
  seededId,
  unsearchedListInput,
  z,
} from '@understudy/server/domain';

const lamp = z
  .object({
    id: z.string().meta({ description: 'Id of the lamp.', examples: ['lamp_0001'] }),
    watts: z.int().meta({ description: 'What it takes.', examples: [40] }),
  })
  .meta({ id: 'Lamp', description: 'A lamp.' });

const contract = defineDomain({
  name: 'lamps',
  description: 'Lamps of a house.',
  operations: {
    listLamps: get('/api/lamps', {
      summary: 'List lamps',
      description: 'All lamps of the house.',
      input: unsearchedListInput({}),
      output: listOf(lamp),
    }),
    getLamp: get('/api/lamps/{lamp_id}', {
      summary: 'Get a lamp',
      description: 'One lamp by its id.',
      input: z.object({ lamp_id: z.string().meta({ description: 'Id of the lamp.', examples: ['lamp_0001'] }) }),
      output: recordOf(lamp),
    }),
  },
});

/**
 * The domain.
 *
 * @param {{ read?: (lamp: { id: string, watts: number }) => { id: string, watts: number } | Promise<never> }} planted
 */
export function lampsWith({ read = (found) => found } = {}) {
  const lamps = {
    name: 'lamps',
    prefix: 'lamp',
    schema: lamp,
    count: () => 12,
    seeded: (dataset, index) => ({ id: seededId('lamp', index), watts: dataset.random('lamps', index).int(1, 100) }),
  };
  return implement(contract, {
    collections: [lamps],
    handlers: {
      listLamps: () => listing(lamps),
      getLamp: ({ input, records }) => ({ value: read(records.find(lamps, input.lamp_id)) }),
    },
  });
}
