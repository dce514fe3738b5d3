/** Declarations of files that cannot hold are refused, and say why. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineDomain } from './define-domain.js';
import { fileOf, mediaTypesOf } from './lines.js';
import { get, post } from './methods.js';

const texts = { summary: 'Do it', description: 'Does it.', input: z.object({}) };

it('has the media types that it is given, and no other', () => {
  const output = fileOf(['image/png', 'text/csv; charset=utf-8']);
  expect(mediaTypesOf({ output })).toEqual(['image/png', 'text/csv; charset=utf-8']);
  expect(output.safeParse({ media_type: 'image/png', base64: 'aGVsbG8=' }).success).toBe(true);
  expect(output.safeParse({ media_type: 'image/gif', base64: '' }).success).toBe(false);
  expect(mediaTypesOf({ output: z.string() })).toEqual([]);
});

it.each(['png', 'image/', '/png', 'image/png, image/gif', ''])('refuses what is no media type: %s', (type) => {
  expect(() => fileOf([type])).toThrow(/is not a media type, such as image\/png/);
});

it('is refused of a write, and of the registry', () => {
  const output = fileOf(['image/png']);
  // What a script without types may hand in.
  expect(() => post('/api/plans', { ...texts, output } as never)).toThrow(
    'only a read of a sandbox can answer with a file',
  );
  expect(() => get('/api/plans', { ...texts, scope: 'registry', output } as never)).toThrow(
    'only a read of a sandbox can answer with a file',
  );
});

it('is kept for a day, unless only one caller may see it', () => {
  const output = fileOf(['image/png']);
  const { operations } = defineDomain({
    name: 'plans',
    description: 'Plans.',
    operations: {
      getPlan: get('/api/plans', { ...texts, output }),
      getMine: get('/api/mine', { ...texts, credential: 'bearer', output }),
    },
  });
  expect(operations.getPlan.meta).toMatchObject({ answers: 'file', cache: 'day' });
  expect(operations.getPlan.meta.kinds).toEqual(['precondition_failed', 'range_not_satisfiable']);
  expect(operations.getMine.meta.cache).toBe('none');
});
