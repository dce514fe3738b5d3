/** Operators behind names, and related records, in a domain of one's own. */
import { expect, it } from 'vitest';
import { children, collection, crud, crudHandlers, defineDomain, implement, parent, z } from '../../src/domain.js';
import { createUnderstudy } from '../../src/index.js';
import { jsonRequest } from '../support.js';
import { ending } from '../use.js';

const author = z.object({ id: z.string(), name: z.string() }).meta({ id: 'BookAuthor', description: 'Who wrote it.' });

const review = z
  .object({ id: z.string(), book_id: z.string(), stars: z.int() })
  .meta({ id: 'Review', description: 'What somebody thinks of it.' });

const book = z
  .object({
    id: z.string(),
    title: z.string(),
    price: z.number(),
    author_id: z.string(),
    printed: z.iso.date(),
    author: author.optional(),
    reviews: z.array(review).optional(),
  })
  .meta({ id: 'Book', description: 'A book.' });

const authors = collection({
  name: 'authors',
  prefix: 'author',
  noun: 'author',
  size: 2,
  schema: author,
  seed: ({ index }) => ({ name: `Author ${index}` }),
});

const reviews = collection({
  name: 'reviews',
  prefix: 'review',
  noun: 'review',
  size: 4,
  schema: review,
  seed: ({ index }) => ({ book_id: `book_000${(index % 2) + 1}`, stars: index }),
});

const books = collection({
  name: 'books',
  prefix: 'book',
  noun: 'book',
  size: 5,
  schema: book,
  seed: ({ index }) => ({
    title: ['Sand', 'Island', 'Sea', 'Landfall', 'Sandbank'][index] ?? '',
    price: 10 * index,
    author_id: `author_000${(index % 2) + 1}`,
    printed: `202${index}-01-01`,
  }),
});

const contract = defineDomain({
  name: 'library',
  description: 'Books.',
  operations: {
    ...crud({
      path: '/api/books',
      one: 'book',
      many: 'books',
      schema: book,
      sorts: ['price'],
      filters: ['title_contains', 'title_starts_with', 'title_ne', 'price_gt', 'price_lte', 'price_in', 'printed_gte'],
      includes: ['author', 'reviews'],
    }),
    ...crud({ path: '/api/reviews', one: 'review', many: 'reviews', schema: review }),
  },
});

const library = implement(contract, {
  collections: [authors, reviews, books],
  handlers: {
    ...crudHandlers(books, {
      one: 'book',
      many: 'books',
      includes: { author: parent(authors, 'author_id'), reviews: children(reviews, 'book_id') },
    }),
    ...crudHandlers(reviews, { one: 'review', many: 'reviews' }),
  },
});

const serving = () => createUnderstudy({ domains: [library], log: 'off' });

it.each([
  ['title_contains=LAND', [2, 4]],
  ['title_starts_with=sand', [1, 5]],
  ['title_ne=Sand,Sea', [2, 4, 5]],
  ['price_gt=20', [4, 5]],
  ['price_gt=0&price_lte=20&sort=-price', [3, 2]],
  ['price_in=0,40', [1, 5]],
  ['printed_gte=2023-01-01', [4, 5]],
  ['price_gt=10&include=author&sort=-price', [5, 4, 3]],
])('%s', async (query, expected) => {
  const server = ending(serving());
  const { data } = (await (await server.fetch(`/api/books?${query}`)).json()) as { data: { id: string }[] };
  expect(data.map(({ id }) => Number(id.slice(-4)))).toEqual(expected);
});

it('shows related records, as they are now', async () => {
  const server = ending(serving());
  const json = async (path: string, init?: RequestInit) => (await (await server.fetch(path, init)).json()) as never;
  expect(await json('/api/books/book_0001')).not.toHaveProperty('data.author');
  await json('/api/reviews', jsonRequest('POST', { book_id: 'book_0001', stars: 9 }));
  await server.fetch('/api/reviews/review_0001', { method: 'DELETE' });
  const moved = { method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' } };
  await json('/api/reviews/review_0002', { ...moved, body: '{"book_id":"book_0001"}' });
  const { data } = (await json('/api/books/book_0001?include=author,reviews')) as { data: object };
  expect(data).toMatchObject({
    author: { id: 'author_0001', name: 'Author 0' },
    reviews: [{ id: 'review_0002', stars: 1 }, { id: 'review_0003', stars: 2 }, { stars: 9 }],
  });
  expect(await json('/api/books?include=authors')).toMatchObject({
    status: 400,
    errors: [{ parameter: 'include', detail: 'must be a comma-separated list of author, reviews' }],
  });
  // What is related is sent by nobody.
  const made = await json(
    '/api/books',
    jsonRequest('POST', { title: 'x', price: 1, author_id: 'author_0001', printed: '2026-01-01', reviews: [] }),
  );
  expect(made).not.toHaveProperty('data.0.reviews');
  const document = (await json('/openapi.json')) as {
    paths: Record<string, { get: { parameters: { name: string }[] } }>;
  };
  const names = document.paths['/api/books']?.get.parameters.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['title_contains', 'price_gt', 'include']));
});
