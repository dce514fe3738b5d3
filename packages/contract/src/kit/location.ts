/** Where something is on a map. */
import { z } from 'zod';

/** Digits after the point of degrees: some metre on the ground. */
const DECIMALS = 5;

const hasFewDecimals = (value: number) => Number(value.toFixed(DECIMALS)) === value;

function degrees(most: number, texts: { readonly description: string; readonly example: number }) {
  return z
    .number()
    .min(-most)
    .max(most)
    .refine(hasFewDecimals, `must have at most ${DECIMALS} decimals`)
    .meta({ description: texts.description, examples: [texts.example] });
}

/**
 * A position on the Earth in degrees, each with at most 5 decimals: what `withinBox` and `withinCircle` look at.
 *
 * @example
 * ```ts
 * import { location } from '@understudy/contract';
 * const where = location('Where the shop is.');
 * ```
 */
export function location(description: string) {
  return z
    .object({
      latitude: degrees(90, { description: 'Degrees north of the equator, -90 to 90.', example: 52.52437 }),
      longitude: degrees(180, { description: 'Degrees east of Greenwich, -180 to 180.', example: 13.41053 }),
    })
    .meta({ description });
}

/** A position on the Earth in degrees. */
export type Location = z.infer<ReturnType<typeof location>>;
