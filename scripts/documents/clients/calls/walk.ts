/** What a client does with each document, and what it is to see. */

/** Where each document is served. */
export interface Origins {
  readonly petstore: string;
  readonly galaxy: string;
  readonly svix: string;
}

export interface Seen {
  /** How many records are in the list. */
  readonly listed: number | undefined;
  /** A member of the record that it created. */
  readonly read: string | number | undefined;
  /** A member of the record once it was changed. */
  readonly changed?: string | undefined;
  /** Status of the read after the record was deleted. */
  readonly gone: number | undefined;
}

export type Walk = (origins: Origins) => Promise<Record<keyof Origins, Seen>>;
