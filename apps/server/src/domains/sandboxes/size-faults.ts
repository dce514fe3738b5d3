/** Holds the sizes that a sandbox asks for against those that the server gives out. */
import type { ProblemFault } from '@understudy/contract/kit';
import { pointer } from '../../kit/faults.js';
import type { Sizes } from '../../kit/dataset.js';

/** The faults of sizes that stand at a path of the body. */
export function sizeFaults(sizes: Sizes, maxSizes: Sizes, path: readonly string[]): ProblemFault[] {
  return Object.entries(sizes).flatMap(([name, size]) => {
    const location = { pointer: pointer([...path, name]) };
    const max = Object.hasOwn(maxSizes, name) ? maxSizes[name] : undefined;
    if (max === undefined) {
      return [{ ...location, code: 'unrecognized_keys', detail: `must be one of ${Object.keys(maxSizes).join(', ')}` }];
    }
    return size > max ? [{ ...location, code: 'too_big', detail: `must be at most ${max} on this server` }] : [];
  });
}
