/** Trying again while other writers come first. */
import { busy } from '../stores/store.js';
import type { CommitTarget } from './commit-target.js';

/** Replicas collide rarely; more conflicts in a row than this mean that the store is not well. */
const MAX_ATTEMPTS = 20;

/** A handler that takes its time would lose to quick ones on other replicas again and again. */
const FAIR_ATTEMPTS = 3;

/** Tries as long as another writer comes first, but not for ever; later tries keep the others waiting. */
export async function retryOnConflict<Result>(
  work: () => Promise<Result | 'conflict'>,
  sandbox?: Pick<CommitTarget, 'alone'>,
): Promise<Result> {
  for (let i = 0; i < MAX_ATTEMPTS; i++) {
    const result = i < FAIR_ATTEMPTS || sandbox === undefined ? await work() : await sandbox.alone(work);
    if (result !== 'conflict') return result;
  }
  throw busy('other writers came first again and again');
}
