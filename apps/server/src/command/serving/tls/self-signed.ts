/** Makes the certificate of `--tls self-signed`, signed by a CA that is kept, so that you have to trust it only once. */
import type { Named } from '../../../options/options.js';
import type { Identity } from './identity.js';
import { keptAuthority } from './kept-authority.js';
import { certificateFor } from './make-certificate.js';

/** Names of this machine. */
const LOCAL = ['localhost', '127.0.0.1', '::1'];

/** Whom it is for, and what the options are called. */
export interface SelfSignedFor {
  /** Names beside those of this machine. */
  readonly names: readonly string[];
  readonly named: Named;
}

/**
 * Makes it.
 *
 * @throws {@link Failure} where the CA cannot be kept
 */
export async function selfSigned(folder: string, { names, named }: SelfSignedFor): Promise<Identity> {
  const { authority, file, isNew } = await keptAuthority(folder, named);
  const certified = await certificateFor([...new Set([...LOCAL, ...names])], authority);
  const notices = [
    `the CA of its certificate is ${file}${isNew ? ', made just now' : ''}`,
    `NODE_EXTRA_CA_CERTS=${quoted(file)} has Node trust it, and curl --cacert ${quoted(file)}`,
  ];
  return { certified, notices };
}

/** A path as a shell takes it. */
const quoted = (path: string): string => (/^[\w./:\\~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
