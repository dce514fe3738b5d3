/** A seed gives a member another type. */
import { collection } from '../../../src/domain.js';
import { note } from '../right.js';

export const notes = collection({
  name: 'notes',
  prefix: 'note',
  size: 50,
  schema: note,
  seed: ({ words, word, pick, instant }) => ({
    title: words(2, 5).length,
    tags: [word()],
    status: pick(['open', 'done']),
    created_at: instant('2025'),
  }),
});
