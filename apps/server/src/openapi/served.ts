/** Reads the documents that a server is given, and makes their domains. */
import type { Domain } from '@understudy/contract/kit';
import type { Implementation } from '../kit/implement.js';
import { OptionError } from '../options/options.js';
import { reachable } from './addresses.js';
import { DocumentFault, sayFinding } from './document/fault.js';
import { documentOf } from './document/document.js';
import { plainCopy } from './document/plain.js';
import { domainName, domainOf } from './domain.js';
import type { ApiDocument, Finding } from './model.js';
import type { Understanding } from './roles.js';
import { understand } from './understand/index.js';

/** A name before a file: `petstore=petstore.yaml`. */
const NAMED = /^(?<name>[a-z][a-z0-9-]{0,39})=(?<file>.+)$/s;

/** How the file of a document is read. */
export interface DocumentOptions {
  /** The name below which it is served; none for the root. */
  readonly name: string;
  /** The folder that files are read from; that of the document where left out. */
  readonly root?: string;
  /** What is changed in it before it is read: a file, or what is in one. */
  readonly overlay?: string | object;
}

/** Reads the file of a document, with those that it refers to. */
export type ReadDocument = (path: string, options: DocumentOptions) => Promise<ApiDocument>;

/** The documents of a server, and how they are served. */
export interface DocumentSettings {
  /** Files, `NAME=FILE` for one that lies below `/NAME`, or what is in them. */
  readonly openapi: readonly (string | object)[];
  /** An overlay that corrects what is read of them: a file, or what is in one. */
  readonly openapiWith: string | object | undefined;
  /** The folder that their files are read from; that of each document where undefined. */
  readonly openapiRoot: string | undefined;
  readonly openapiSize: number;
  readonly openapiIds: 'seeded' | 'any';
  readonly openapiJudge: 'refuse' | 'only';
  readonly platform: { readonly readDocument: ReadDocument };
}

/** A document as it is served. */
export interface UnderstoodDocument {
  readonly document: ApiDocument;
  readonly understanding: Understanding;
  /** Name of its domain. */
  readonly domain: string;
  /** What is said at the start. */
  readonly notices: readonly string[];
}

/** A document with its domain. */
export interface DocumentDomain extends UnderstoodDocument {
  readonly implementation: Implementation<Domain, unknown>;
}

/** Most findings of a document that are said at the start. */
const MAX_NOTICES = 5;

/** What a document has that is not served, or is worth a look: of many, how many there are. */
function noticesOf(
  document: ApiDocument,
  understanding: Understanding,
  say: (finding: Finding) => string,
): readonly string[] {
  const all = [...document.findings, ...understanding.findings];
  const isFault = ({ severity }: (typeof all)[number]): boolean => severity === 'fault';
  const sorted = [...all.filter(isFault), ...all.filter((finding) => !isFault(finding))];
  const shown = sorted.slice(0, MAX_NOTICES).map(say);
  const rest = all.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more in ${domainName(document)}; understudy openapi FILE shows all`] : shown;
}

async function read(
  given: string | object,
  { platform, openapiRoot: root, openapiWith: overlay }: DocumentSettings,
): Promise<ApiDocument> {
  if (typeof given === 'string') {
    const { name = '', file = given } = NAMED.exec(given)?.groups ?? {};
    return platform.readDocument(file, {
      name,
      ...(root !== undefined && { root }),
      ...(overlay !== undefined && { overlay }),
    });
  }
  if (typeof overlay === 'string') {
    throw new OptionError('an overlay for a document that is an object is an object too');
  }
  return documentOf(
    given,
    overlay === undefined ? {} : { overlay: { overlay: plainCopy(overlay, undefined), file: undefined } },
  );
}

/**
 * Reads documents, and makes their domains.
 *
 * @throws {@link OptionError} with every fault of a document that cannot be served
 */
export async function documentDomains(given: DocumentSettings): Promise<readonly DocumentDomain[]> {
  const all: DocumentDomain[] = [];
  for (const one of given.openapi) {
    try {
      const document = await reachable(await read(one, given));
      if (document.operations.length === 0) throw new DocumentFault(document.findings);
      const understanding = understand(document);
      const served = {
        document,
        understanding,
        // A page tells nobody where a file lies.
        notices: noticesOf(document, understanding, ({ pointer, message }) =>
          [pointer, message].filter(Boolean).join(': '),
        ),
        size: given.openapiSize,
        anyId: given.openapiIds === 'any',
        isRefusing: given.openapiJudge === 'refuse',
      };
      const notices = noticesOf(document, understanding, sayFinding);
      all.push({ document, understanding, notices, domain: domainName(document), implementation: domainOf(served) });
    } catch (error) {
      if (error instanceof DocumentFault) throw new OptionError(error.message, { cause: error });
      throw error;
    }
  }
  return all;
}
