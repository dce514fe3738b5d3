/** A seed leaves a member out. */
import { collection } from '../../../src/domain.js';
import { note } from '../right.js';

export const notes = collection({
  name: 'notes',
  prefix: 'note',
  size: 50,
  schema: note,
  seed: ({ words, word, pick, instant }) => ({
    title: words(2, 5),
    tags: [word()],
    created_at: instant('2025'),
  }),
});
