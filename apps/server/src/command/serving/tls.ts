/** What a server shows its clients who it is with: a certificate that it is given, or one that it makes. */
import type { TlsIdentity } from '../../transport/tls-listener.js';
import { isLoopback } from '../../kit/sandbox-address.js';
import { shown, type ValuesOf } from '../../options/option.js';
import { type Named, OptionError, type Settings } from '../../options/options.js';
import type { tlsOptions } from '../../options/tls.js';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** What a server shows its clients who it is with. */
export interface Identity {
  readonly certified: TlsIdentity;
  /** What whoever starts the server is to know of it, in lines. */
  readonly notices: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The home of a user; undefined of one that has none, as in many containers. */
function homeOf({ HOME: home = '' }: Environment): string | undefined {
  if (home !== '') return home;
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** The folder by the conventions of each system: that of XDG where there is no other. */
function baseOf(environment: Environment, platform: NodeJS.Platform): string | undefined {
  const own = environment[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_DATA_HOME'];
  // The specification has a relative path ignored.
  if (own !== undefined && (platform === 'win32' || own.startsWith('/'))) return own;
  const home = homeOf(environment);
  if (home === undefined) return undefined;
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
}

/** Where the CA of this user is kept, unless the options say otherwise; undefined where the user has no folder at all. */
export function dataFolder(environment: Environment, platform = process.platform): string | undefined {
  const base = baseOf(environment, platform);
  return base === undefined ? undefined : join(base, 'understudy', 'tls');
}

/** The files, and the passphrase of the key. */
interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly passphrase: string | undefined;
}

/** What a failed read means, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'that is a folder',
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** A file that an option names. */
interface Read {
  /** How a message begins. */
  readonly name: string;
  readonly text: string;
}

async function readTlsFile(path: string, name: string): Promise<Read> {
  const start = `${name} is ${shown(path)}`;
  try {
    return { name: start, text: await readFile(path, 'utf8') };
  } catch (error) {
    throw new OptionError(`${start}, but ${REASONS[codeOf(error)] ?? 'it cannot be read'}`, { cause: error });
  }
}

function certificateIn({ name, text }: Read): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (error) {
    const isKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);
    throw new OptionError(`${name}, which has no certificate in PEM${isKey ? ', but a key' : ''}`, { cause: error });
  }
}

function keyIn({ name, text }: Read, passphrase: string | undefined, passphraseName: string): KeyObject {
  try {
    return createPrivateKey(passphrase === undefined ? text : { key: text, passphrase });
  } catch (error) {
    const isEncrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text);
    const isKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);
    const why = isEncrypted
      ? passphrase === undefined
        ? `which is encrypted; give its passphrase by ${passphraseName}`
        : `which ${passphraseName} does not open`
      : `which has no private key in PEM${isKey ? ' that can be read' : ''}`;
    throw new OptionError(`${name}, ${why}`, { cause: error });
  }
}

/** What is to be said of the time in which a certificate holds. */
function noticesOf({ name }: Read, { validFrom, validTo }: X509Certificate): string[] {
  const now = Date.now();
  const day = (text: string): string => new Date(text).toISOString().slice(0, 10);
  if (Date.parse(validTo) < now) return [`${name}, which has expired on ${day(validTo)}: clients will refuse it`];
  if (Date.parse(validFrom) > now) return [`${name}, which is valid from ${day(validFrom)} on: clients will refuse it`];
  return [];
}

/**
 * Reads the certificate and the key.
 *
 * @throws {@link OptionError} where they cannot be used
 */
async function certificateFrom({ cert, key, passphrase }: TlsFiles, named: Named): Promise<Identity> {
  const [certFile, keyFile] = await Promise.all([
    readTlsFile(cert, named('tlsCert')),
    readTlsFile(key, named('tlsKey')),
  ]);
  const certificate = certificateIn(certFile);
  const privateKey = keyIn(keyFile, passphrase, named('tlsPassphrase'));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new OptionError(`${keyFile.name}, which is not the key of the certificate in ${shown(cert)}`);
  }
  const certified = { cert: certFile.text, key: keyFile.text, passphrase };
  try {
    createSecureContext(certified);
  } catch (error) {
    // Such as a key that is too short by now.
    const why = error instanceof Error ? error.message.replace(/^error:[0-9A-F]+:(?:[^:]*::?)+/, '') : '';
    throw new OptionError(`${certFile.name}, which TLS does not take: ${why}`, { cause: error });
  }
  return { certified, notices: noticesOf(certFile, certificate) };
}

interface IdentityFor {
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
  return certificateFrom({ cert: tlsCert, key: tlsKey, passphrase: tlsPassphrase }, named);
}
