/** Reads a document of OpenAPI, given as a text or as a value. */
import type { JsonObject, Json, ApiDocument } from '../model.js';
import { isObject } from '../schema.js';
import { type Source, type ReadSource, bundle } from './bundle.js';
import { checkParts } from './check.js';
import { faultOf, Findings } from './fault.js';
import { positionsIn } from './lines.js';
import { operationsIn } from './operations.js';
import { callbacksOf } from './parts.js';
import { type Overlay, overlaid } from './overlay.js';
import { plainCopy } from './plain.js';
import { referencesIn } from './references.js';
import { basePathsOf } from '../addresses.js';
import { parseText } from './text.js';
import { type Version, upgraded, versionOf } from './upgrade.js';

/** What a document is called. */
interface DocumentNames {
  /** The name below which it is served; none for the root. */
  readonly name?: string;
  /** Its file, as findings name it. */
  readonly file?: string;
  /** What is changed in it before it is read. */
  readonly overlay?: Overlay | undefined;
}

/** A root that was read, and is a document. */
interface Rooted {
  readonly source: Source & { readonly value: JsonObject };
  readonly version: Version;
}

/**
 * Makes sure that a source is a document of OpenAPI.
 *
 * @throws DocumentFault saying what it is instead
 */
export function rooted(source: Source): Rooted {
  const { value, text, name } = source;
  const version = versionOf(value, text);
  if ('version' in version && isObject(value)) return { source: { ...source, value }, version: version.version };
  const message = 'not' in version ? version.not : 'it is no OpenAPI document';
  throw faultOf(message, { file: name || undefined });
}

/**
 * Makes a document of files that were read.
 *
 * @throws DocumentFault where nothing of it can be served
 */
export async function documentFrom(
  { source: given, version }: Rooted,
  read: ReadSource,
  { name, overlay }: { readonly name: string; readonly overlay?: Overlay | undefined },
): Promise<ApiDocument> {
  const found = new Findings();
  const value = overlay === undefined ? given.value : await overlaid(given.value, overlay, found);
  const source = { ...given, value };
  const bundled = await bundle(source, read);
  const root = await upgraded(bundled.root, version, found);
  const references = referencesIn(root);
  const needs = checkParts(root, references, bundled.refused, found);
  const operations = operationsIn(root, references, needs, found);
  const webhooks = callbacksOf({ references, found, operation: '' }, { webhooks: root['webhooks'] ?? {} }, '');
  const basePaths = basePathsOf(root, found);
  if (operations.length === 0) sayEmpty(root, found);
  const located = positionsIn(source, bundled.origins, version);
  return {
    name,
    root,
    operations,
    basePaths,
    webhooks,
    findings: await located.of(found.list),
    resolve: references.resolve,
    locate: located.locate,
  };
}

function sayEmpty(root: JsonObject, found: Findings): void {
  const has = isObject(root['paths']) && Object.keys(root['paths']).length > 0;
  found.fault(has ? 'no operation of it can be served' : 'it has no paths', { pointer: '/paths' });
}

/** No file is read: a document in one piece refers to none. */
const readNothing: ReadSource = async () => ({ refused: 'only a document that is read from a file refers to files' });

/**
 * Reads a document that is a text (JSON or YAML), or the value of one.
 *
 * @throws DocumentFault where nothing of it can be served
 */
export async function documentOf(
  given: unknown,
  { name = '', file = '', overlay }: DocumentNames = {},
): Promise<ApiDocument> {
  const text = typeof given === 'string' ? given : undefined;
  const value: Json =
    text === undefined ? plainCopy(given, file || undefined) : await parseText(text, file || undefined);
  return documentFrom(rooted({ key: '', name: file, text, value }), readNothing, { name, overlay });
}
