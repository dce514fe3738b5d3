/** Pages of lists, as whoever cuts them says what they are, so that a fault can make another page of each. */

/** A page as it is cut out of a list, by the indexes of records in it. */
export interface Cut {
  readonly start: number;
  /** Behind its last record. */
  readonly end: number;
  /** Records that were asked for. */
  readonly size: number;
  /** Records in the list. */
  readonly total: number;
  /** What pages are asked for by. */
  readonly by: 'number' | 'offset' | 'cursor';
  /** Whether the answer says where the next page is. */
  readonly isLinked: boolean;
}

/** What is shown of a page. */
export interface ShownPage {
  /** The records, by their indexes in the list. */
  readonly indexes: readonly number[];
  readonly total: number;
  /** How many pages there are. */
  readonly pages: number;
  /** Index at which the next page begins, or the same page again; undefined where none comes. */
  readonly next: number | 'again' | undefined;
  /** Where the links of pages lead, if not to their addresses. */
  readonly links?: 'foreign' | 'relative';
}

/** Makes another page of a page. */
export type ShowPage = (cut: Cut) => ShownPage;

/** A page that was answered, as evidence: records before it in its list, on it and in the whole list, and the URL of the next page. */
export interface ListedPage {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  readonly next: string | undefined;
  /** Tells the list from others at its URL, where a body says what is asked for. */
  readonly of?: string;
}

/** What is given to a handler that cuts the pages of its lists itself. */
export interface WithPages {
  /** What they show; undefined where that is what they are. */
  readonly shows?: ShowPage | undefined;
}
