/** Reads parameters as their styles write them (OpenAPI 3.2 §4.12.2). */
import type { ApiDocument, ApiParameter, Json } from '../model.js';
import { shapeAt } from '../schema.js';
import {
  bracketed,
  decoded,
  pairsIn,
  isNested,
  jsonOr,
  listOf,
  memberSchema,
  objectOf,
  together,
  valueOf,
} from './texts.js';

/** Names and values of a query or of cookies; the values are still encoded. */
export type Pairs = readonly (readonly [name: string, text: string])[];

/** The pairs of a query, or of a form that is written like one. */
export const queryPairs = (query: string): Pairs =>
  query === ''
    ? []
    : query
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair) => {
          const mark = pair.indexOf('=');
          return mark < 0
            ? ([decoded(pair, true), ''] as const)
            : ([decoded(pair.slice(0, mark), true), pair.slice(mark + 1)] as const);
        });

/** The pairs of a Cookie header. */
export const cookiePairs = (header: string): Pairs => together(header.split(';').map((pair) => pair.trim()));

/** A value as it was written. */
export interface Written {
  readonly value: Json;
  /** What is wrong with how it is written, though it can be read: `must be written as …`. */
  readonly wrong?: string;
  /** Whether the document does not say how such a value is written. */
  readonly isUnclear?: boolean;
}

/** Where a parameter is looked for. */
interface Sought {
  readonly document: ApiDocument;
  readonly parameter: Pick<ApiParameter, 'name' | 'in' | 'schema' | 'style' | 'explode' | 'allowReserved'>;
  readonly pairs: Pairs;
  /** Names of other parameters, which are no members of an object that is written without its name. */
  readonly others: ReadonlySet<string>;
}

/** Whether a document says how a value is written: for some cells of its table of styles, and for what is nested, it does not. */
export function isDefinedStyle(
  document: ApiDocument,
  { schema, style, explode, in: place }: Sought['parameter'],
): boolean {
  const { types, items, members, additional } = shapeAt(document, schema);
  const isList = types.has('array');
  const isObject = types.has('object');
  if (!isList && !isObject) return style !== 'deepObject' && style !== 'spaceDelimited' && style !== 'pipeDelimited';
  if ((style === 'spaceDelimited' || style === 'pipeDelimited') && explode) return false;
  if (style === 'deepObject' && (!explode || isList)) return false;
  if (place === 'cookie' && style === 'form' && explode) return false;
  if (isList && isNested(document, items)) return false;
  return ![...members.values(), additional].some((member) => member !== undefined && isNested(document, member));
}

const DELIMITERS = { spaceDelimited: /%20|\+| /, pipeDelimited: /%7C|\|/i } as const;

const delimiterOf = (style: ApiParameter['style']): RegExp | string =>
  style === 'spaceDelimited' || style === 'pipeDelimited' ? DELIMITERS[style] : ',';

function deepObject({ document, parameter: { name, schema, style }, pairs, others }: Sought): Written | undefined {
  const own = pairs.flatMap(([full, text]): [string, string][] =>
    full.startsWith(`${name}[`) && !others.has(full) ? [[full.slice(name.length), decoded(text, true)]] : [],
  );
  if (own.length === 0) return undefined;
  // Levels below the first, and lists, are for everybody to write as they like.
  const isDeeper = own.some(([brackets]) => !/^\[[^[\]]+\]$/.test(brackets));
  return { value: bracketed(document, schema, own), isUnclear: isDeeper || style !== 'deepObject' };
}

/** The members of an object that are written as parameters of their own. */
function scattered({ document, parameter: { schema }, pairs, others }: Sought): Written | undefined {
  const { members, additional } = shapeAt(document, schema);
  const isOpen = additional !== undefined && additional !== false;
  const own = pairs.filter(([name]) => members.has(name) || (isOpen && !others.has(name)));
  if (own.length === 0) return undefined;
  const names = new Set(own.map(([name]) => name));
  const values = Array.from(names, (name): [string, Json] => {
    const texts = own.filter(([one]) => one === name).map(([, text]) => decoded(text, true));
    const member = memberSchema(document, schema, name);
    const isList = shapeAt(document, member).types.has('array');
    return [name, isList ? listOf(document, member ?? true, texts) : valueOf(document, member, texts.at(-1) ?? '')];
  });
  return { value: Object.fromEntries(values) };
}

/** A parameter in a query, or in cookies; undefined where it was not sent. */
export function inQuery(sought: Sought): Written | undefined {
  const { document, parameter, pairs } = sought;
  const { name, schema, style, explode, allowReserved } = parameter;
  const isForm = !allowReserved && parameter.in !== 'cookie';
  const { types } = shapeAt(document, schema);
  const isObject = types.has('object');
  if (style === 'deepObject' || isObject || types.has('array') || types.size === 0) {
    const deep = deepObject(sought);
    if (deep !== undefined) return deep;
  }
  const own = pairs.filter(([one]) => one === name || one === `${name}[]`).map(([, text]) => text);
  const [first] = own;
  const isScattered = isObject && explode && (style === 'form' || style === 'cookie');
  if (first === undefined) return isScattered ? scattered(sought) : undefined;
  const last = decoded(own.at(-1) ?? first, isForm);
  if (own.length === 1 && first === '') return { value: '' };
  if (types.has('array') && !(own.length === 1 && types.has('string') && style === 'form')) {
    const isRepeated = own.length > 1;
    const isWhole = explode && (style === 'form' || style === 'cookie');
    const texts = isRepeated || isWhole ? own : first.split(delimiterOf(style));
    const value = listOf(
      document,
      schema,
      texts.map((text) => decoded(text, isForm)),
    );
    const isOnce = isRepeated && !explode;
    return { value, ...(isOnce && { wrong: 'must be written once, its items with delimiters between them' }) };
  }
  if (isObject && !types.has('string')) {
    // Many write JSON where the document does not say so.
    if (last.startsWith('{')) return { value: jsonOr(last), isUnclear: true };
    return {
      value: objectOf(document, schema, pairsIn(first.split(delimiterOf(style)).map((one) => decoded(one, isForm)))),
    };
  }
  return { value: valueOf(document, schema, last) };
}

/** What stands between the parts of a value in a path or a header. */
function separatorOf({ style, explode }: Sought['parameter'], text: string, isNumbers: boolean): string {
  if (style === 'matrix' && explode) return ';';
  if (style !== 'label') return ',';
  // Before 3.0.4 labels had dots in either case.
  return explode || (!text.includes(',') && !isNumbers) ? '.' : ',';
}

/** A parameter in a segment of a path or in a header. */
export function inText(
  document: ApiDocument,
  parameter: Sought['parameter'],
  { text, isEncoded }: { readonly text: string; readonly isEncoded: boolean },
): Written {
  const { name, schema, style, explode } = parameter;
  const prefix = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  const wrong = text.startsWith(prefix) ? {} : { wrong: `must begin with ${JSON.stringify(prefix)}` };
  const bare = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const plain = (part: string): string => (isEncoded ? decoded(part, false) : part);
  const unnamed = (part: string): string => {
    if (style !== 'matrix') return part;
    return part === name ? '' : part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part;
  };
  if (!isNested(document, schema)) return { value: valueOf(document, schema, plain(unnamed(bare))), ...wrong };
  const { types, items } = shapeAt(document, schema);
  const separator = separatorOf(parameter, bare, shapeAt(document, items).types.has('number'));
  if (types.has('array')) {
    const whole = explode ? bare : unnamed(bare);
    const parts = whole === '' || (explode && whole === name && style === 'matrix') ? [] : whole.split(separator);
    return {
      value: listOf(
        document,
        schema,
        parts.map((part) => plain((explode ? unnamed(part) : part).trim())),
      ),
      ...wrong,
    };
  }
  const parts = (explode ? bare : unnamed(bare)).split(separator).filter((part) => part !== '');
  const entries = explode ? together(parts) : pairsIn(parts);
  return {
    value: objectOf(
      document,
      schema,
      entries.map(([one, value]) => [plain(one.trim()), plain(value.trim())] as const),
    ),
    ...wrong,
  };
}
