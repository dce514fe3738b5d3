/** Reads the certificate and the key that a server is started with. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type Named, OptionError } from '../../../options/options.js';
import { shown } from '../../../options/shown.js';
import type { Identity } from './identity.js';

/** The files, and the passphrase of the key. */
export interface GivenFiles {
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

async function readGiven(path: string, name: string): Promise<Read> {
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
export async function givenCertificate({ cert, key, passphrase }: GivenFiles, named: Named): Promise<Identity> {
  const [certFile, keyFile] = await Promise.all([readGiven(cert, named('tlsCert')), readGiven(key, named('tlsKey'))]);
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
