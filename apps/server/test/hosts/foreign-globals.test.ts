/** The server in a process whose globals are those of a simulated browser, as component tests have them. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { ending } from '../use.js';

/** A signal like that of happy-dom and jsdom: it is none of Node's event targets. */
class ForeignSignal {
  aborted = false;
  reason: unknown;
  addEventListener(): void {}
  removeEventListener(): void {}
  throwIfAborted(): void {}
}

class ForeignController {
  readonly signal = new ForeignSignal();
  abort(reason: unknown): void {
    Object.assign(this.signal, { aborted: true, reason });
  }
}

test('starts where AbortController is not that of Node', async () => {
  vi.stubGlobal('AbortController', ForeignController);
  onTestFinished(() => void vi.unstubAllGlobals());
  const understudy = ending(createUnderstudy());
  const answer = await understudy.fetch('/api/education/courses/crs_0001');
  expect(answer.status).toBe(200);
});
