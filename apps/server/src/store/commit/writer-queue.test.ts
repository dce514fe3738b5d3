import { expect, it } from 'vitest';
import { WriterQueue } from './writer-queue.js';

/** Work that goes on until it is let go. */
function gate(): { readonly open: () => void; readonly work: () => Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, work: () => opened };
}

it('refuses one more than may wait, at once, and takes others again when they are done', async () => {
  const queue = new WriterQueue();
  const { open, work } = gate();
  const waiting = Array.from({ length: 500 }, () => queue.inTurn(work));
  await expect(queue.inTurn(async () => 'late')).rejects.toMatchObject({
    kind: 'service_unavailable',
    details: { headers: { 'retry-after': '1' } },
  });
  open();
  await Promise.all(waiting);
  expect(await queue.inTurn(async () => 'again')).toBe('again');
});

it('lets one go that is given up before its turn: it makes room at once, and its work is never done', async () => {
  const queue = new WriterQueue({ maxWriters: 2 });
  const { open, work } = gate();
  const first = queue.inTurn(work);
  const controller = new AbortController();
  let isDone = false;
  const abandoned = queue.inTurn(async () => void (isDone = true), controller.signal);
  await expect(queue.inTurn(work)).rejects.toMatchObject({ kind: 'service_unavailable' });
  controller.abort();
  const third = queue.inTurn(async () => 'third');
  open();
  await first;
  await expect(abandoned).rejects.toMatchObject({ kind: 'timeout' });
  expect([await third, isDone]).toEqual(['third', false]);
  expect(queue.isBusy).toBe(false);
});

it('finishes what was begun, whoever waits for it', async () => {
  const queue = new WriterQueue();
  const { open, work } = gate();
  const controller = new AbortController();
  const begun = queue.inTurn(work, controller.signal);
  controller.abort();
  open();
  await expect(begun).resolves.toBeUndefined();
});
