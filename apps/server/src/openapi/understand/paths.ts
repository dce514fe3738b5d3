/** Takes the paths of a document apart, and gathers the operations that lie at one of them. */
import { grouped, nounKey, wordsOf } from './nouns.js';
import type { ApiDocument, ApiMethod, ApiOperation } from '../model.js';

/** A part of a path between two slashes. One with text around or between parameters is `mixed`: it names no record. */
export type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'mixed'; readonly text: string };

interface ApiPath {
  readonly segments: readonly Segment[];
  /** Of a custom verb after a colon, as in `/pets/{id}:cancel`: it stands as the last segment too. */
  readonly hasVerb: boolean;
  /** One for all paths that differ only in the names of parameters, in number and in the case of words. */
  readonly key: string;
}

const PARAMETER = /^\{([^{}]+)\}$/;

/** An item of OData and of others that write it so: `Pets({id})`, `Pets('{id}')`, `Pets(id={id})`. */
const PARENTHESIS = /^([^{}()]+)\((?:[\w-]+=)?['"]?\{([^{}]+)\}['"]?\)$/;

/** What says in which format the answer is: `/pets/{id}.json`. */
const FORMAT = /(?<=.)\.(?:json|xml|\{format\}|\{ext\}|\{extension\}|\{_format\})$/;

/** `:cancel` at the end of a path. */
const VERB = /^(.+[^:]):([A-Za-z]\w*)$/;

/** More segments than any document has. */
const MAX_SEGMENTS = 60;

function segmentsOf(part: string): readonly Segment[] {
  const name = PARAMETER.exec(part)?.[1];
  // `{+name}` and `{name=projects/*}` stand for several segments.
  if (name !== undefined && /[+*=]/.test(name)) return [{ kind: 'mixed', text: part }];
  if (name !== undefined) return [{ kind: 'parameter', name }];
  const [, literal, key] = PARENTHESIS.exec(part) ?? [];
  if (literal !== undefined && key !== undefined) {
    return [
      { kind: 'literal', text: literal },
      { kind: 'parameter', name: key },
    ];
  }
  return [{ kind: part.includes('{') ? 'mixed' : 'literal', text: part }];
}

function keyOf(segment: Segment): string {
  if (segment.kind === 'parameter') return '{}';
  // A literal that has no word, such as `-`, stays what it is.
  return segment.kind === 'mixed' ? segment.text : nounKey(segment.text) || segment.text;
}

export const keyOfSegments = (segments: readonly Segment[]): string => segments.map(keyOf).join('/');

export function parsePath(path: string): ApiPath {
  const parts = path
    .split('?', 1)
    .join('')
    .split('/')
    .filter((part) => part !== '')
    .slice(0, MAX_SEGMENTS);
  const last = (parts.pop() ?? '').replace(FORMAT, '');
  const [, rest, verb] = VERB.exec(last) ?? [];
  const ends = rest === undefined || verb === undefined ? [last] : [rest, verb];
  const segments = [...parts, ...ends].filter((part) => part !== '').flatMap(segmentsOf);
  return { segments, hasVerb: verb !== undefined, key: keyOfSegments(segments) };
}

/** Names of the parameters of segments, in order. */
export const parametersOf = (segments: readonly Segment[]): readonly string[] =>
  segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []));

/** A segment that says which version or part of an API it is, and names no records. */
const PREFIX = /^(?:v\d[\w.-]*|\d{4}-\d{2}(?:-\d{2})?|\d+(?:\.\d+)*|api|apis|rest|restapi|beta|alpha|json)$/i;

/** The same, of names that can be no noun: `apis` can. */
const VERSION = /^(?:v\d[\w.-]*|\d{4}-\d{2}(?:-\d{2})?|\d+(?:\.\d+)*|rest)$/i;

export const isPrefix = (text: string): boolean => PREFIX.test(text);

/** The literal that names the records of a path: the last, where it has a word; before a version, as in `/places/v4/{id}`, it may name them too. */
export function nounOf(segments: readonly Segment[]): string | undefined {
  const index = segments.findLastIndex((segment) => segment.kind !== 'parameter');
  const [before, literal] = [segments[index - 1], segments[index]];
  if (literal?.kind !== 'literal') return undefined;
  if (VERSION.test(literal.text)) return before?.kind === 'literal' && !isPrefix(before.text) ? before.text : undefined;
  return wordsOf(literal.text).length === 0 ? undefined : literal.text;
}

export interface NodeOperation {
  readonly operation: ApiOperation;
  readonly path: ApiPath;
}

/** A path with what is done there. */
export interface Node {
  readonly key: string;
  /** As the first of its operations has them. */
  readonly segments: readonly Segment[];
  readonly operations: readonly NodeOperation[];
}

export type Nodes = ReadonlyMap<string, Node>;

export function nodesOf({ operations }: Pick<ApiDocument, 'operations'>): Nodes {
  const paths = new Map(operations.map(({ path }) => [path, parsePath(path)]));
  const all = operations.map((operation) => ({
    operation,
    path: paths.get(operation.path) ?? parsePath(operation.path),
  }));
  const found = [...grouped(all, ({ path }) => path.key)];
  return new Map(found.map(([key, own]) => [key, { key, segments: own[0]?.path.segments ?? [], operations: own }]));
}

export const withMethod = (node: Node | undefined, method: ApiMethod): readonly ApiOperation[] =>
  (node?.operations ?? []).flatMap(({ operation }) => (operation.method === method ? [operation] : []));

/** The key of the path before the last segment. */
export const keyBefore = (segments: readonly Segment[]): string => keyOfSegments(segments.slice(0, -1));
