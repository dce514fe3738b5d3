import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineDomain, get } from '@understudy/contract/kit';
import { checkAnswer } from './finish-outcome.js';

/** An operation whose answer must be a name that a check accepts. */
function operationWith(check: (name: string) => boolean | Promise<boolean>) {
  const output = z.object({ name: z.string().refine(check, 'is taken') });
  const { operations } = defineDomain({
    name: 'rooms',
    description: 'Rooms.',
    operations: {
      getName: get('/api/rooms/name', { summary: 'Name', description: 'A name.', input: z.object({}), output }),
    },
  });
  return operations.getName;
}

it.each([
  ['at once', (name: string) => name !== 'taken'],
  ['later', async (name: string) => name !== 'taken'],
])('refuses what a check refuses that answers %s', async (_, check) => {
  const operation = operationWith(check);
  await expect(checkAnswer(operation, { name: 'taken' })).rejects.toThrow(/at name: is taken/);
  await expect(checkAnswer(operation, { name: 'free' })).resolves.toBeUndefined();
});
