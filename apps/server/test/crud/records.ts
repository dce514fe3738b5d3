/** Two kinds of records, made with `collection` alone, for the suites over it. */
import { collection, instant, recordId, z } from '../../src/domain.js';
import { described } from '../described.js';

const tag = described(
  z.object({
    colour: z.string().meta({ description: 'Its colour.', examples: ['red'] }),
    size: z
      .int()
      .nullable()
      .meta({ description: 'Its size; null where it has none.', examples: [3] }),
  }),
  'How it is marked.',
  { colour: 'red', size: 3 },
);

/** A note. */
export const note = z
  .object({
    id: recordId('Id of the note.', 'note_0001'),
    author_id: recordId('Id of its author.', 'author_0001'),
    title: described(z.string().min(1).max(80), 'What it is about.', 'Quiet harbour'),
    text: described(z.string().nullable(), 'What it says; null where it says nothing.', 'Buy chalk.'),
    priority: described(z.int().min(1).max(5).default(3), 'How urgent it is.', 3),
    tag,
    hint: described(z.string().optional(), 'A hint, where there is one.', 'Ask Ada.'),
    status: z.enum(['open', 'done']).meta({ description: 'Whether it is done.', examples: ['open'] }),
    created_at: instant('When it was written.', '2025-03-01T09:00:00.000Z'),
    updated_at: instant('When it was changed last.', '2025-03-02T09:00:00.000Z'),
  })
  .meta({ id: 'Note', description: 'A note.' });

/** Who writes notes. */
export const author = z
  .object({
    id: recordId('Id of the author.', 'author_0001'),
    name: z.string().meta({ description: 'First and last name.', examples: ['Ada Perez'] }),
    email: z.email().meta({ description: 'Address.', examples: ['ada@example.com'] }),
    company: z.string().meta({ description: 'Where they work.', examples: ['Perez Optics'] }),
    city: z.string().meta({ description: 'Where they live.', examples: ['Porto'] }),
  })
  .meta({ id: 'Author', description: 'An author.' });

/** The authors. */
export const authors = collection({
  name: 'authors',
  prefix: 'author',
  noun: 'author',
  size: 6,
  schema: author,
  seed: ({ person, company, city }) => {
    const { name, email } = person();
    return { name, email, company: company(), city: city() };
  },
});

/** The notes. */
export const notes = collection({
  name: 'notes',
  prefix: 'note',
  noun: 'note',
  size: 50,
  schema: note,
  seed: ({ one, words, pick, chance, paragraph, instant: at, int }) => {
    const created_at = at('2025');
    return {
      author_id: one(authors),
      title: words(2, 5),
      text: chance(0.8) ? paragraph() : null,
      tag: { colour: pick(['red', 'green', 'blue']), size: chance(0.5) ? int(1, 9) : null },
      ...(chance(0.3) ? { hint: 'Ask again.' } : {}),
      status: pick(['open', 'done']),
      created_at,
      updated_at: at(created_at, '2026'),
    };
  },
});
