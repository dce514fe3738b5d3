/** A handler reads a member that its input does not have. */
import { crudHandlers, implement } from '../../../src/domain.js';
import { contract, made, notes } from '../right.js';

implement(contract, {
  collections: [notes],
  handlers: {
    ...crudHandlers(notes, { one: 'note', many: 'notes', made }),
    finishNote: ({ input, records, problem, emit }) => {
      const found = records.find(notes, input.notes_id);
      if (found.status === 'done') throw problem('already_done');
      const done = records.put(notes, { ...found, status: 'done' });
      emit('note.finished', done);
      return { value: [done] };
    },
  },
});
