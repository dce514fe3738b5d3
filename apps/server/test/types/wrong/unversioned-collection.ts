/** Operations have versions, and the collection behind their handlers has none. */
import { collection, crud, crudHandlers, defineDomain, implement, z } from '../../../src/domain.js';
import { note } from '../right.js';

const schema = note.extend({ version: z.int() });
const words = { one: 'note', many: 'notes' } as const;

const contract = defineDomain({
  name: 'notes',
  description: 'Short notes.',
  operations: crud({ ...words, path: '/api/notes', schema, versioned: 'required', only: ['get', 'delete'] }),
});

const notes = collection({
  name: 'notes',
  prefix: 'note',
  size: 50,
  schema,
  seed: ({ words: title, pick, instant }) => ({
    title: title(2, 5),
    tags: [],
    status: pick(['open', 'done']),
    created_at: instant(),
    version: 1,
  }),
});

implement(contract, {
  collections: [notes],
  handlers: crudHandlers(notes, { ...words, only: ['get', 'delete'] }),
});
