/** The parameter that lets a list drift, as one does that is written to while it is read. */
import { z } from 'zod';
import { DeclarationError } from './declaration-error.js';
import type { OperationDeclaration } from './operation-declaration.js';
import { shapeOf } from './schema-shape.js';

/**
 * The schema of `arrivals`. An operation that declares `arrivals: true` has it in its input.
 *
 * @example
 * ```ts
 * import { arrivalsInput } from '@understudy/contract';
 * console.log(arrivalsInput().parse(undefined)); // 0
 * ```
 */
export function arrivalsInput() {
  return z
    .int()
    .min(0)
    .max(49)
    .default(0)
    .meta({
      description:
        'Answers as if this many newer records had been added between each page and the next, 0 to `per_page` − 1: page k then begins that many times k − 1 records earlier, and repeats the end of the page before. Cursors are not affected.',
      examples: [2],
    });
}

/** The schema of `arrivals`. */
export type ArrivalsInput = ReturnType<typeof arrivalsInput>;

/** What an input holds where its operation declares `arrivals`. */
export interface ArrivalsControl {
  /** Newer records that come between each page and the next. */
  readonly arrivals?: number | undefined;
}

/** The same schema, which refuses so many arrivals that no page would show anything new. */
export function withArrivals(input: z.ZodObject): z.ZodObject {
  return input.check(({ value, issues }) => {
    const { arrivals, per_page: perPage } = value;
    if (typeof arrivals !== 'number' || typeof perPage !== 'number' || arrivals < perPage) return;
    const maximum = perPage - 1;
    issues.push({ code: 'too_big', origin: 'number', maximum, inclusive: true, path: ['arrivals'], input: arrivals });
  });
}

/**
 * What must hold of an operation that declares `arrivals`.
 *
 * @throws {@link DeclarationError} where it does not
 */
export function checkArrivals({ input, output, arrivals }: OperationDeclaration): void {
  if (arrivals !== true) return;
  if (Object.hasOwn(shapeOf(input) ?? {}, 'arrivals')) {
    throw new DeclarationError('its input has arrivals, which follows from arrivals: true');
  }
  if ('answers' in output && output.answers === 'list') return;
  throw new DeclarationError('it has arrivals, which only a list can have');
}
