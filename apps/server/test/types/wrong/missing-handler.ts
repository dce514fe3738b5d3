/** An operation has no handler. */
import { crudHandlers, implement } from '../../../src/domain.js';
import { contract, made, notes } from '../right.js';

implement(contract, {
  collections: [notes],
  handlers: { ...crudHandlers(notes, { one: 'note', many: 'notes', made }) },
});
