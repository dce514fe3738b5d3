/** What of a request the conditions and counts of faults look at. */

/** A request, as faults see it. */
export interface RequestView {
  /** Name of its operation, such as `education.listCourses`; undefined where it meets none. */
  readonly operation: string | undefined;
  readonly method: string;
  /** Method, path and query as they were sent: what conditions on them follow from. */
  readonly target: string;
  /** Path below the base URL, decoded and without a slash at its end; undefined over tRPC, where it says nothing. */
  readonly path: () => string | undefined;
  /** The values of each parameter of the query. */
  readonly query: () => ReadonlyMap<string, readonly string[]>;
  /** A header by its name in lower case; null where there is none. */
  readonly header: (name: string) => string | null;
  /** Method, path and query without `fault`. */
  readonly address: () => string;
  /** Method, path, query without controls, and what stands for the body. */
  readonly url: () => string;
  /** Who asks: the address of the client, and its User-Agent. */
  readonly client: () => string;
}
