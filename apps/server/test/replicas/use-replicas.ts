/** Replicas of one store for the tests of a block. */
import { patient } from '@understudy/tooling/patience';
import { afterAll, beforeAll } from 'vitest';
import type { Backend } from '../stores/stores.js';
import { inProcess, type Target } from '../support.js';
import { inThisProcess } from './in-process.js';

/**
 * Starts replicas before the tests that stand beside the call, and closes them after those; of memory there is one server.
 *
 * @returns what sends each request to another one than the request before it
 */
export function useReplicas(
  open: () => Promise<Backend>,
  { count = 2, ...options }: { readonly count?: number } & Readonly<Record<string, unknown>> = {},
): Target {
  let backend: Backend;
  let replicas: readonly (Target & { readonly close: () => Promise<void> })[] = [];
  beforeAll(async () => {
    backend = await open();
    const { address } = backend;
    const starting = Array.from({ length: address === 'memory' ? 1 : count }, () =>
      address === 'memory' ? inProcess(options) : inThisProcess(address, options),
    );
    replicas = await Promise.all(starting);
  }, patient(20_000));
  afterAll(async () => {
    await Promise.all(replicas.map(({ close }) => close()));
    await backend.remove();
  });
  let next = 0;
  return { fetch: (path, init) => (replicas[next++ % replicas.length] as Target).fetch(path, init) };
}

/** Does something so often at once. */
export const atOnce = <Result>(times: number, act: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => act(n)));
