/** What is left out of an answer, and what may not be missing from it. */
import { defineDomain, get, listInput, listOf } from '@understudy/contract/kit';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { chooseFields } from './finish-outcome.js';

const note = z.object({ id: z.string(), title: z.string(), tags: z.array(z.string()).default([]) });
const {
  operations: { listNotes },
} = defineDomain({
  name: 'notes',
  description: 'Notes.',
  operations: {
    listNotes: get('/api/notes', {
      summary: 'List notes',
      description: 'All notes.',
      searches: ['title'],
      fields: true,
      input: listInput({}),
      output: listOf(note),
    }),
  },
});

const around = { pagination: { page: 1, perPage: 10, total: 1, totalPages: 1 }, meta: { delayMs: 0 } };

it('takes an answer that has gaps of its own for a fault, though its schema lets members be left out', () => {
  const gap = { data: [{ id: 'note_0001' }], ...around };
  expect(listNotes.output.safeParse(gap).success).toBe(true);
  expect(() => chooseFields(listNotes, {}, gap)).toThrow('Output validation failed');
  expect(() => chooseFields(listNotes, { fields: 'id' }, gap)).toThrow('Output validation failed');
});

it('gives a member that is left out no value that stands in for it', () => {
  const answer = { data: [{ id: 'note_0001', title: 'Buy milk' }], ...around };
  const shown = chooseFields(listNotes, { fields: 'title' }, answer);
  expect(listNotes.output.parse(shown)).toEqual({ data: [{ id: 'note_0001', title: 'Buy milk' }], ...around });
  expect(chooseFields(listNotes, {}, answer)).toMatchObject({ answer: { data: [{ tags: [] }] } });
});
