/** What a server shows its clients who it is with. */

/** A private key, and the certificates that belong to it, as PEM. */
export interface TlsIdentity {
  /** The certificate of the server, and those between it and its CA. */
  readonly cert: string;
  readonly key: string;
  readonly passphrase?: string | undefined;
}
