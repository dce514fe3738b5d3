/** Finds out what the procedures of one tRPC request meet, each by its operation. */
import type { Call } from '../call/call.js';
import type { Met } from '../faults/met.js';
import { meet, type ToMeet } from './meet.js';
import type { RequestContext } from './request-context.js';

/** A request with several procedures. */
export interface AllToMeet extends Pick<ToMeet, 'body' | 'maxBody'> {
  readonly call: Call;
  /** Names of their operations. */
  readonly operations: readonly string[];
}

/** What each procedure meets, in their order. */
export interface AllMet {
  /** The call that all of them make; that it cannot be said what they meet is what is wrong with it. */
  readonly call: Call;
  readonly met: readonly (readonly [operation: string, met: Met | undefined])[];
}

/** Finds out what each procedure meets, and counts them in their order. */
export async function meetAll(ctx: RequestContext, { operations, ...all }: AllToMeet): Promise<AllMet> {
  const { sandbox } = ctx;
  const met: [operation: string, met: Met | undefined][] = [];
  const isFresh = !sandbox.fresh && operations.length > 0;
  try {
    // Once for all of them.
    if (isFresh) await sandbox.refresh();
    for (const operation of operations) {
      const meeting = await meet(ctx, { ...all, operation, hasPath: false, isLearnt: true });
      met.push([operation, meeting.met]);
    }
    return { call: isFresh ? { ...all.call, isFresh } : all.call, met };
  } catch (fault) {
    return { call: { ...all.call, fault: all.call.fault ?? fault }, met: [] };
  }
}
