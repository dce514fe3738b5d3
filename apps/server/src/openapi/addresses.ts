/** Where the operations of a document are served: at its paths and below those of its servers, but for what is the server's own. */
import { isOwnAddress } from '../kit/sandbox-address.js';
import type { ApiDocument, ApiOperation, Finding } from './model.js';

type Address = `/${string}`;

/** Every path of an operation; none where all of them are addresses of the server itself. */
export function addressesOf(
  { name, basePaths }: Pick<ApiDocument, 'name' | 'basePaths'>,
  { method, path }: Pick<ApiOperation, 'method' | 'path'>,
): readonly Address[] {
  const root = name === '' ? '' : `/${name}`;
  const all = ['', ...basePaths].map((base): Address => `${root}${base}${path}` as Address);
  return [...new Set(all)].filter((address) => !isOwnAddress(method, address));
}

/** A document without the operations that no request would reach; that is said of each, and of those that lie elsewhere. */
export async function reachable(document: ApiDocument): Promise<ApiDocument> {
  const findings: Finding[] = [];
  for (const { method, path, pointer } of document.operations) {
    if (document.name !== '' || !isOwnAddress(method, path)) continue;
    const [address] = addressesOf(document, { method, path });
    const operation = `${method} ${path}`;
    const what = `${operation} is an address of the server itself`;
    const message =
      address === undefined
        ? `${what}; the operation is left out. With a name, as in own=FILE, the document has it at /own${path}`
        : `${what}; the operation is served at ${address}`;
    const severity = address === undefined ? 'fault' : 'warning';
    findings.push({ severity, message, operation, pointer, ...(await document.locate?.(pointer)) });
  }
  if (findings.length === 0) return document;
  const operations = document.operations.filter((operation) => addressesOf(document, operation).length > 0);
  return { ...document, operations, findings: [...document.findings, ...findings] };
}
