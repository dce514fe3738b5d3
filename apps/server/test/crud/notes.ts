/** A domain of two kinds of records, made with `crud` alone, for the suites over it. */
import { crud, crudEvents, crudHandlers, defineDomain, implement } from '../../src/domain.js';
import { apiOf } from '../../src/call/api.js';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { type Given, inProcess, type TestServer } from '../support.js';
import { author, authors, note, notes } from './records.js';

/** The domain as it is declared. */
export const notebookContract = defineDomain({
  name: 'notebook',
  description: 'Notes and their authors.',
  events: crudEvents({ one: 'note', schema: note }),
  operations: {
    ...crud({
      path: '/api/notes',
      one: 'note',
      many: 'notes',
      schema: note,
      made: ['status', 'created_at', 'updated_at'],
      searches: ['title', 'text'],
      filters: ['status', 'author_id'],
      sorts: ['created_at', 'title', 'priority'],
      emits: true,
    }),
    ...crud({ path: '/api/authors', one: 'author', many: 'authors', schema: author, only: ['list', 'get'] }),
  },
});

const present = ({ now }: { readonly now: number }): string => new Date(now).toISOString();

/** The domain as it is served. */
export const notebook = implement(notebookContract, {
  collections: [authors, notes],
  handlers: {
    ...crudHandlers(notes, {
      one: 'note',
      many: 'notes',
      made: { status: () => 'open', created_at: present, updated_at: present },
      remade: ['updated_at'],
    }),
    ...crudHandlers(authors, { one: 'author', many: 'authors', only: ['list', 'get'] }),
  },
});

/** The API of our domains and this one. */
export const apiWithNotes = apiOf([...builtinDomains, notebook]);

/** A server of our domains and this one. */
export const withNotes = (given: Given = {}): Promise<TestServer> => inProcess({ serves: apiWithNotes, ...given });
