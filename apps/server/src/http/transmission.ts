/** What a host does to the bytes of an answer on their way, and to the connection: data, carried out by hosts/. */

/** How an answer goes out, where it does not simply go out. */
export interface Transmission {
  /** Nothing comes for so long, in ms, and then the connection is closed; it beats all others. */
  readonly hangMs?: number | undefined;
  /** The body comes in pieces of so many bytes, with so many ms between two. */
  readonly drip?: { readonly bytes: number; readonly everyMs: number } | undefined;
  /** The body comes at this rate. */
  readonly bytesPerSecond?: number | undefined;
  /** After so many bytes of the body nothing comes for so long, in ms, and then the connection is closed. */
  readonly stall?: { readonly afterBytes: number; readonly ms: number } | undefined;
  /**
   * The connection ends before the answer does: by TCP RST or FIN, or by FIN after bytes that are no HTTP (in the place of
   * the head, or amid a chunked body where the size of a chunk should be); before the head, after it, or amid the body.
   */
  readonly end?: { readonly by: 'reset' | 'close' | 'garbage'; readonly at: 'start' | 'head' | 'body' } | undefined;
  /** Of a body whose whole length the head promises so many bytes come, and then the connection is closed. */
  readonly truncateTo?: number | undefined;
}
