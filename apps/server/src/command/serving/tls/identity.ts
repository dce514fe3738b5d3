/** What a server shows its clients who it is with, and what is to be said of it. */
import type { TlsIdentity } from '../../../transport/tls-listener.js';

/** What a server shows its clients who it is with. */
export interface Identity {
  readonly certified: TlsIdentity;
  /** What whoever starts the server is to know of it, in lines. */
  readonly notices: readonly string[];
}
