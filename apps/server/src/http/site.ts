/** What is served beside the API where somebody asks for it: other paths of its operations, and files. */
import type { Answer } from './answer.js';
import type { Location } from './locate.js';
import type { Route } from './router.js';

/** The part of a location that rules rewrite. */
export type Target = Pick<Location, 'path' | 'query'>;

/** What is served beside the API. */
export interface Site {
  /** The path of an operation that a path stands for, below the path of the API; the same where it stands for none. */
  readonly rewrite?: ((target: Target, base: string) => Target) | undefined;
  /** The file at a path; undefined where there is none. */
  readonly fileAt?: ((path: string) => Promise<Answer | undefined>) | undefined;
  /** Routes that show what there is. */
  readonly routes: readonly Route[];
}
