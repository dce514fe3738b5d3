/** Some handlers are there, and one is left out. */
import { implement } from '../../../src/domain.js';
import { contract, notes } from '../right.js';

implement(contract, {
  collections: [notes],
  handlers: {
    getNote: ({ input, records }) => ({ value: records.find(notes, input.note_id) }),
    finishNote: ({ input, records }) => ({ value: [records.find(notes, input.note_id)] }),
  },
});
