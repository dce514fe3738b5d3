/** Finds out what a server shows its clients who it is with, by its options. */
import { isLoopback } from '../../../kit/loopback.js';
import type { ValuesOf } from '../../../options/option.js';
import { type Named, OptionError, type Settings } from '../../../options/options.js';
import type { tlsOptions } from '../../../options/tls.js';
import { dataFolder } from './data-folder.js';
import { givenCertificate } from './given-certificate.js';
import type { Identity } from './identity.js';

/** What else decides on it. */
export interface IdentityFor {
  readonly settings: Pick<Settings, 'host' | 'allowHost' | 'publicUrl'>;
  readonly named: Named;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Hosts that a server may listen on, and that are nobody's name. */
const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The names that clients may know it by, beside those of this machine. */
function namesOf({ host, allowHost, publicUrl }: IdentityFor['settings']): readonly string[] {
  const known = [host, ...allowHost, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  return known.filter((name) => !ANY.has(name) && !(isLoopback(name) && !name.endsWith('.localhost')));
}

/**
 * What a server shows its clients who it is with.
 *
 * @throws {@link OptionError} where the options or the files that they name do not fit
 * @throws {@link Failure} where a certificate cannot be made
 */
export async function identityOf(
  { tls, tlsCert, tlsKey, tlsPassphrase, tlsDir }: ValuesOf<typeof tlsOptions>,
  { settings, named, environment }: IdentityFor,
): Promise<Identity> {
  const [certName, keyName] = [named('tlsCert'), named('tlsKey')];
  if (tls === 'self-signed') {
    const other = tlsCert === undefined ? tlsKey && keyName : certName;
    if (other)
      throw new OptionError(`${named('tls')} is self-signed, which ${other} does not go with; give one of them`);
    const { selfSigned } = await import('./self-signed.js');
    const folder = tlsDir ?? dataFolder(environment);
    if (folder === undefined) {
      const missing = 'this user has no home to keep its CA in (HOME is not set)';
      throw new OptionError(`${named('tls')} is self-signed, but ${missing}; choose a folder by ${named('tlsDir')}`);
    }
    return selfSigned(folder, { names: namesOf(settings), named });
  }
  if (tlsKey === undefined) throw new OptionError(`${certName} is given without ${keyName}; the two go together`);
  if (tlsCert === undefined) throw new OptionError(`${keyName} is given without ${certName}; the two go together`);
  return givenCertificate({ cert: tlsCert, key: tlsKey, passphrase: tlsPassphrase }, named);
}
