/** What the pages show to try: a domain that has it gives the calls that a newcomer copies. */
import type { Operation } from '@understudy/contract/kit';

/** Calls to try, over the records of one domain. */
export interface Showcase {
  /** A list that takes no input but paging and `q`. */
  readonly list: Operation;
  /** A word that the list finds something with. */
  readonly q: string;
  /** Member of its records that is worth printing. */
  readonly shows: string;
  /** JSON body of a POST to the path of the list. */
  readonly body: string;
  /** Code with a client `api` of the SDK. */
  readonly withClient: readonly { readonly title: string; readonly code: string }[];
}
