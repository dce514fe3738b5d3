/** Keeps the CA of a user between two starts. */
import { randomBytes, X509Certificate } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Named } from '../../../options/options.js';
import { Failure } from '../../failure.js';
import { type Authority, makeAuthority } from './make-certificate.js';

/** A CA as it is kept. */
export interface KeptAuthority {
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
  return Date.parse(new X509Certificate(cert).validTo) - Date.now() > SPARE_MS;
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
  const kept = text === undefined ? undefined : authorityIn(text);
  if (text !== undefined && kept === undefined) {
    throw new Failure(`${path} does not hold the CA that was made there; remove it, and another one is made`);
  }
  if (kept !== undefined && isUsable(kept)) {
    // It may have been copied with wider rights than it was made with.
    await chmod(path, 0o600).catch(() => undefined);
    return { authority: kept, isNew: false };
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
export async function keptAuthority(folder: string, named: Named): Promise<KeptAuthority> {
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
