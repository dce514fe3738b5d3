/** An operation has the handler of another one. */
import { crudHandlers, implement } from '../../../src/domain.js';
import { contract, made, notes } from '../right.js';

implement(contract, {
  collections: [notes],
  handlers: {
    ...crudHandlers(notes, { one: 'note', many: 'notes', made }),
    finishNote: crudHandlers(notes, { one: 'note', many: 'notes', made }).deleteNote,
  },
});
