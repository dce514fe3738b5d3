/** Finds out what a request meets that no operation answers: one without a route, or a preflight. */
import { isOfApi } from '../kit/api-path.js';
import { meet, meetsNothing } from './meet.js';
import type { MetOf } from './struck-outside.js';

/** Where requests meet faults. */
interface OutsideRules {
  /** Path that the API lies below: nothing beside it meets faults. */
  readonly base: string;
  /** Bytes of a body that are told apart from others. */
  readonly maxBody: number;
}

/** Builds what finds it out. */
export function meetOutside({ base, maxBody }: OutsideRules): MetOf {
  return (ctx) => {
    if (ctx.isControl || !isOfApi(ctx.path, base) || meetsNothing(ctx, undefined)) return undefined;
    return meet(ctx, { operation: undefined, hasPath: true, maxBody }).then(({ met }) => met);
  };
}
