/** Holds values against the schemas of one document. */
import { type Schema as RunnableObject, validate, type ValidationResult } from '@cfworker/json-schema';
import type { ApiDocument, Json, Schema } from '../model.js';
import { type Issue, issuesOf } from './issues.js';
import { type Direction, type Preparation, preparation, TooManyReferences } from './runnable-schema.js';
import { placesIn } from './schema-places.js';

export type { Issue } from './issues.js';
export type { Direction } from './runnable-schema.js';

/** Deeper values are not judged: each level takes some of the stack. */
const MAX_DEPTH = 150;

/** Values with more parts are not judged. */
const MAX_PARTS = 2_000_000;

/** Longer arrays are not searched for items that are there twice. */
const MAX_UNIQUE = 1_000;

/** References that may be followed in one validation, and for each part of the value. */
const REFERENCES = 20_000;
const REFERENCES_PER_PART = 200;

/** Of a value with more parts, the first error of each object and array is enough. */
const MANY_PARTS = 2_000;

/** How large a value is. */
interface Extent {
  depth: number;
  parts: number;
  longest: number;
}

function measure(value: Json, extent: Extent, depth: number): void {
  extent.parts++;
  if (depth > extent.depth) extent.depth = depth;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || extent.parts > MAX_PARTS) return;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    extent.longest = Math.max(extent.longest, items.length);
    for (const item of items) measure(item, extent, depth + 1);
    return;
  }
  for (const name in value) measure((value as Readonly<Record<string, Json>>)[name] ?? null, extent, depth + 1);
}

/** Holds values against the schemas of a document, each made ready when it is first used. */
export class Validation {
  readonly #document: Pick<ApiDocument, 'root' | 'resolve'>;
  readonly #placeOf: ReturnType<typeof placesIn>;
  readonly #preparations = new Map<string, Preparation>();

  constructor(document: Pick<ApiDocument, 'root' | 'resolve'>) {
    this.#document = document;
    this.#placeOf = placesIn(document);
  }

  #preparation(direction: Direction, isUniqueChecked: boolean): Preparation {
    const key = `${direction} ${isUniqueChecked}`;
    const made = this.#preparations.get(key) ?? preparation(this.#document, { direction, isUniqueChecked });
    this.#preparations.set(key, made);
    return made;
  }

  /** What the validator says; undefined where a schema leads in a circle, or to so much that it cannot be judged. */
  #run(schema: Schema, value: Json, options: { direction: Direction; extent: Extent; isFirstEnough: boolean }) {
    const { direction, extent, isFirstEnough } = options;
    const { prepare, lookup, allow } = this.#preparation(direction, extent.longest <= MAX_UNIQUE);
    allow(REFERENCES + extent.parts * REFERENCES_PER_PART);
    try {
      // The validator takes boolean schemas as well, in its code; the types of its first parameter and of its table do not.
      const runnable = prepare(schema) as RunnableObject;
      return validate(value, runnable, '2020-12', lookup as Record<string, RunnableObject>, isFirstEnough);
    } catch (error) {
      if (error instanceof RangeError || error instanceof TooManyReferences || error instanceof URIError) {
        return undefined;
      }
      throw error;
    }
  }

  #extentOf(value: Json): Extent {
    const extent = { depth: 0, parts: 0, longest: 0 };
    measure(value, extent, 0);
    return extent;
  }

  /** What is wrong with a value, the deepest first; at most 20 issues. */
  check(schema: Schema, value: Json, direction: Direction): readonly Issue[] {
    const extent = this.#extentOf(value);
    if (extent.depth > MAX_DEPTH || extent.parts > MAX_PARTS) return [tooLarge];
    const options = { direction, extent };
    let result: ValidationResult | undefined = this.#run(schema, value, {
      ...options,
      isFirstEnough: extent.parts > MANY_PARTS,
    });
    // Too many errors for one call: the first of each object are enough.
    result ??= this.#run(schema, value, { ...options, isFirstEnough: true });
    if (result === undefined || result.valid) return [];
    return issuesOf(result.errors, { schema, value, placeOf: this.#placeOf });
  }

  /** Whether nothing is wrong with a value. */
  isValid(schema: Schema, value: Json, direction: Direction): boolean {
    const extent = this.#extentOf(value);
    if (extent.depth > MAX_DEPTH || extent.parts > MAX_PARTS) return false;
    return this.#run(schema, value, { direction, extent, isFirstEnough: true })?.valid ?? true;
  }
}

const tooLarge: Issue = {
  pointer: '',
  keyword: 'depth',
  message: `must not be nested more than ${MAX_DEPTH} levels deep, or have millions of parts`,
  schemaPointer: '',
};
