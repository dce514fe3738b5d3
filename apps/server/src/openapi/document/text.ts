/** Reads the text of a document, JSON or YAML, and says where it is broken. */
import { jsonFault } from '../../kit/json-fault.js';
import { brackets } from '../../kit/json-levels.js';
import type { Finding, Json } from '../model.js';
import { DocumentFault, faultOf } from './fault.js';
import { positions, textMap } from './lines.js';
import { boundParsed, MAX_DEPTH, plainCopy } from './plain.js';

/** Aliases in a file of YAML, and keys that are merged: large documents of CI tools have hundreds. */
const MAX_ALIASES = 10_000;
const MAX_MERGED_KEYS = 100_000;

/** Values that aliases repeat. */
const MAX_REPEATED = 1_000_000;

/** Members that stand twice which are named. */
const MAX_NAMED = 50;

type Fault = Pick<Finding, 'message' | 'line' | 'column'>;

const faultsOf = (faults: readonly Fault[], file: string | undefined, cause: unknown): DocumentFault =>
  new DocumentFault(
    faults.map((fault) => ({ severity: 'fault', file, ...fault })),
    { cause },
  );

/** The fault of a text that was meant to be JSON. */
function jsonFaultOf(text: string): Fault {
  const { isTooDeep, end } = brackets(text, MAX_DEPTH);
  if (isTooDeep) return { message: `it is nested more than ${MAX_DEPTH} levels deep`, ...positions(text)(end) };
  const said = jsonFault(text.slice(0, end));
  const [, line, column, why] = /^ at line (\d+), column (\d+) \(offset \d+\): (.*)$/s.exec(said) ?? [];
  if (why === undefined) return { message: 'it is not valid JSON' };
  return { message: `it is not valid JSON: ${why}`, line: Number(line), column: Number(column) };
}

/** The faults of a text that was meant to be YAML. */
async function yamlFaultsOf(text: string, error: Error): Promise<Fault[]> {
  const { YAMLException } = await import('js-yaml');
  if (!(error instanceof YAMLException)) return [{ message: `it cannot be read: ${error.message}` }];
  const { reason, mark } = error;
  if (reason === 'duplicated mapping key') {
    const duplicates = (await textMap(text))?.duplicates() ?? [];
    const named = duplicates.slice(0, MAX_NAMED);
    if (named.length > 0) {
      return named.map(({ name, line, column }) => ({ message: `"${name}" stands here twice`, line, column }));
    }
  }
  if (reason.startsWith('nesting exceeded')) return [{ message: `it is nested more than ${MAX_DEPTH} levels deep` }];
  if (reason.startsWith('expected a document')) return [{ message: 'it is empty' }];
  if (reason.startsWith('expected a single document')) return [{ message: 'it holds several documents of YAML' }];
  const position = mark === undefined ? {} : { line: mark.line + 1, column: mark.column + 1 };
  return [{ message: `it is not valid YAML: ${reason}`, ...position }];
}

async function parseYaml(text: string, file: string | undefined): Promise<Json> {
  const { CORE_SCHEMA, load, mergeTag } = await import('js-yaml');
  let value: unknown;
  try {
    // The core schema leaves dates text; merge keys are of YAML 1.1, and documents have them.
    value = load(text, {
      schema: CORE_SCHEMA.withTags(mergeTag),
      maxDepth: MAX_DEPTH,
      maxAliases: MAX_ALIASES,
      maxTotalMergeKeys: MAX_MERGED_KEYS,
    });
  } catch (error) {
    throw faultsOf(await yamlFaultsOf(text, error instanceof Error ? error : new Error(String(error))), file, error);
  }
  // As many as the text may have itself, and some that aliases repeat.
  return plainCopy(value, file, { left: text.length + MAX_REPEATED });
}

/** JSON of a text; undefined where it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The value of a text.
 *
 * @throws DocumentFault where it is broken, with line and column
 */
export async function parseText(given: string, file?: string): Promise<Json> {
  // Editors on Windows put a byte order mark before the text.
  const text = given.replace(/^\uFEFF/, '');
  const [first = ''] = /\S/.exec(text) ?? [];
  if (first === '') throw faultOf('it is empty', { file });
  if (first === '<') throw faultOf('it is XML or HTML, neither JSON nor YAML', { file });
  if (first !== '{' && first !== '[') return parseYaml(text, file);
  const value = parseJson(text);
  if (value !== undefined) {
    boundParsed(value, file);
    // JSON.parse makes nothing else.
    return value as Json;
  }
  try {
    // YAML may be written with braces.
    return await parseYaml(text, file);
  } catch (error) {
    const isJson = file?.endsWith('.json') === true || /^\s*(?:\{\s*["}]|\[)/.test(text);
    throw isJson ? faultsOf([jsonFaultOf(text)], file, error) : error;
  }
}
