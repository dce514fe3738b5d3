/** A proof of possession as it came, and the request that it must be about (RFC 9449 §4.3). */

/** A proof of possession, and its request. All calls of one request share it. */
export interface PresentedProof {
  /** Value of the DPoP header; null where none came. */
  readonly header: string | null;
  /** Method of the request. */
  readonly method: string;
  /** Address of the request, without its query. */
  readonly url: string;
}
