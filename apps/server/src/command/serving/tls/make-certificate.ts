/** Makes certificates: that of a CA, and those that it signs. */
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
import type { TlsIdentity } from '../../../transport/tls-listener.js';

/** The key and the certificate of a CA, as PEM. */
export interface Authority {
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
