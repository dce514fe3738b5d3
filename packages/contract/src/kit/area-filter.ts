/** Declares the conditions that a list can be filtered by whose records have a position on a map. */
import { type Box, boxIn, boxInput } from './box.js';
import { centreInput, type Circle, circleIn, radiusInput } from './circle.js';
import type { Condition, WideCondition } from './condition.js';

/**
 * Only records whose member, a `latitude` and a `longitude` in degrees, lies in a box: `west,south,east,north`, edges
 * included (RFC 7946 §5).
 *
 * @example
 * ```ts
 * import { withinBox } from '@understudy/contract';
 * const bbox = withinBox('location', 'Only homes in this part of the map.');
 * ```
 */
export function withinBox<const Member extends string>(
  member: Member,
  description: string,
): Condition<'box', Member, ReturnType<typeof boxInput>, Box> {
  return { is: 'box', member, schema: boxInput(description), beside: {}, values: (input) => [boxIn(String(input))] };
}

/**
 * Only records whose member, a `latitude` and a `longitude` in degrees, is near a position: `longitude,latitude`. The
 * input has `radius_m` as well, 1 to 50,000 metres on the ground, 5,000 where it is left out.
 *
 * @example
 * ```ts
 * import { withinCircle } from '@understudy/contract';
 * const near = withinCircle('location', 'Only homes around here.');
 * ```
 */
export function withinCircle<const Member extends string>(
  member: Member,
  description: string,
): WideCondition<
  'circle',
  Member,
  ReturnType<typeof centreInput>,
  Circle,
  { readonly radius_m: ReturnType<typeof radiusInput> }
> {
  return {
    is: 'circle',
    member,
    schema: centreInput(description),
    beside: { radius_m: radiusInput() },
    values: (input, { radius_m }) => [circleIn(String(input), radius_m)],
  };
}
