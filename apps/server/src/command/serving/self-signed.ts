/** Makes the certificate of `--tls self-signed`, signed by a CA that outlives the server, so that you have to trust it only once. */
// oxlint-disable-next-line import/no-unassigned-import -- the library of certificates finds its parts by what this adds to the global Reflect
import 'reflect-metadata';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { TlsIdentity } from '../../transport/tls-listener.js';
import { randomBytes, X509Certificate as NodeCertificate } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Named } from '../../options/options.js';
import { Failure } from '../commands.js';
import type { Identity } from './tls.js';

/** The key and the certificate of a CA, as PEM. */
interface Authority {
  readonly key: string;
  readonly cert: string;
}

/** What every client verifies, and a key that is made in a moment. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const DAY_MS = 86_400_000;

/** A CA lasts for years, so that you have to trust it only once. */
const AUTHORITY_DAYS = 3650;

/** What it signs is made anew at each start; more than 398 days browsers do not take. */
const CERTIFICATE_DAYS = 397;

/** Clocks of other machines may be behind. */
const BEHIND_MS = DAY_MS;

const keyPair = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function pemOf(key: Awaited<ReturnType<typeof keyPair>>['privateKey']): Promise<string> {
  return `${PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}

const lasting = (days: number) => ({
  notBefore: new Date(Date.now() - BEHIND_MS),
  notAfter: new Date(Date.now() + days * DAY_MS),
});

/** Makes a CA, which signs servers and no further CAs. */
export async function makeAuthority(): Promise<Authority> {
  const keys = await keyPair();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...lasting(AUTHORITY_DAYS),
    name: 'CN=Understudy CA of this machine, O=Understudy',
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey, false),
    ],
  });
  return { key: await pemOf(keys.privateKey), cert: `${certificate.toString('pem')}\n` };
}

/** Makes a certificate for some names and addresses, signed by a CA. */
export async function certificateFor(names: readonly string[], { key, cert }: Authority): Promise<TlsIdentity> {
  const authority = new X509Certificate(cert);
  const signingKey = await crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(key), ALGORITHM, false, ['sign']);
  const keys = await keyPair();
  const bare = names.map((name) => name.replace(/^\[(.*)\]$/, '$1'));
  const certificate = await X509CertificateGenerator.create({
    ...lasting(CERTIFICATE_DAYS),
    subject: 'CN=localhost, O=Understudy',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth], false),
      new SubjectAlternativeNameExtension(
        bare.map((value): JsonGeneralName => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
        false,
      ),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey, false),
      await SubjectKeyIdentifierExtension.create(keys.publicKey, false),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n${cert}`, key: await pemOf(keys.privateKey) };
}

/** A CA as it is kept. */
interface StoredAuthority {
  readonly authority: Authority;
  /** The file with its certificate alone, for those who are to trust it. */
  readonly file: string;
  readonly isNew: boolean;
}

/** A CA gives way to another so long before it expires, in ms: longer than what it signs holds. */
const SPARE_MS = 400 * 86_400_000;

const PEM = /-----BEGIN (?<what>[A-Z ]+)-----[\s\S]+?-----END \k<what>-----\n?/g;

/** The CA in the text of a file, which has its key and its certificate; undefined where it has not. */
function authorityIn(text: string): Authority | undefined {
  const parts = Object.fromEntries([...text.matchAll(PEM)].map((match) => [match.groups?.['what'], match[0]]));
  const { 'PRIVATE KEY': key, CERTIFICATE: cert } = parts;
  return key === undefined || cert === undefined ? undefined : { key, cert };
}

/** Whether a CA can still sign. */
function isUsable({ cert }: Authority): boolean {
  return Date.parse(new NodeCertificate(cert).validTo) - Date.now() > SPARE_MS;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file whole or not at all. */
async function place(
  path: string,
  text: string,
  how: { readonly mode: number; readonly isFirst: boolean },
): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, text, { mode: how.mode, flag: 'wx' });
  try {
    // Of several that start at once, the first has made it.
    if (how.isFirst) await link(draft, path);
    else await rename(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function authorityAt(path: string): Promise<{ readonly authority: Authority; readonly isNew: boolean }> {
  const text = await readText(path);
  const stored = text === undefined ? undefined : authorityIn(text);
  if (text !== undefined && stored === undefined) {
    throw new Failure(`${path} does not hold the CA that was made there; remove it, and another one is made`);
  }
  if (stored !== undefined && isUsable(stored)) {
    // It may have been copied with wider rights than it was made with.
    await chmod(path, 0o600).catch(() => undefined);
    return { authority: stored, isNew: false };
  }
  const made = await makeAuthority();
  await place(path, made.key + made.cert, { mode: 0o600, isFirst: text === undefined });
  const found = authorityIn((await readText(path)) ?? '') ?? made;
  return { authority: found, isNew: found.cert === made.cert };
}

/**
 * The CA in a folder, made where there is none.
 *
 * @throws {@link Failure} where it can neither be read nor kept
 */
async function storedAuthority(folder: string, named: Named): Promise<StoredAuthority> {
  const at = resolve(folder);
  const file = join(at, 'ca.pem');
  try {
    await mkdir(at, { recursive: true, mode: 0o700 });
    const found = await authorityAt(join(at, 'ca-key.pem'));
    // What others trust is a copy, which follows the original.
    if ((await readText(file)) !== found.authority.cert) {
      await place(file, found.authority.cert, { mode: 0o644, isFirst: false });
    }
    return { ...found, file };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Failure(`the CA cannot be kept in ${at} (${code}); choose another folder by ${named('tlsDir')}`, {
      cause: error,
    });
  }
}

/** Names of this machine. */
const LOCAL = ['localhost', '127.0.0.1', '::1'];

/** Whom it is for, and what the options are called. */
interface SelfSignedFor {
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
  const { authority, file, isNew } = await storedAuthority(folder, named);
  const certified = await certificateFor([...new Set([...LOCAL, ...names])], authority);
  const notices = [
    `the CA of its certificate is ${file}${isNew ? ', made just now' : ''}`,
    `NODE_EXTRA_CA_CERTS=${quoted(file)} has Node trust it, and curl --cacert ${quoted(file)}`,
  ];
  return { certified, notices };
}

/** A path as a shell takes it. */
const quoted = (path: string): string => (/^[\w./:\\~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
