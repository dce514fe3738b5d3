import { expect, it } from 'vitest';
import { WriterQueue } from './writer-queue.js';

it('refuses one more than may wait, at once, and takes others again when they are done', async () => {
  const queue = new WriterQueue();
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const waiting = Array.from({ length: 500 }, () => queue.soon(() => gate));
  await expect(queue.soon(async () => 'late')).rejects.toMatchObject({ kind: 'service_unavailable' });
  open();
  await Promise.all(waiting);
  expect(await queue.soon(async () => 'again')).toBe('again');
});
