/** `x-understudy`: what a document says itself of its operations and resources, which wins over what was found. */
import type { ApiDocument, ApiOperation, Finding, Json, JsonObject } from '../model.js';
import type { FilterParameter, Paging, RecordAddress, Resource, Role } from '../roles.js';
import { isObject, memberOf } from '../schema.js';
import type { Assigned } from './assign.js';
import { type Shape, type Shapes, answerShape, bodyShape, isListShape, shapeWithin } from './shapes.js';
import type { Draft, Reading } from './drafts.js';
import { findId } from './ids.js';
import { type Kinds, addressOf, nameOf } from './kinds.js';
import { pluralWords, singularWords, wordsOf } from './nouns.js';
import { type Found, action, change, create, get, list, listRole, none, remove } from './operations.js';
import { type Node, type NodeOperation, keyOfSegments, parametersOf } from './paths.js';
import { namesIn } from '../pointers.js';

const ROLES = ['list', 'get', 'create', 'replace', 'merge', 'remove', 'action', 'stateless'] as const;

type HintedRole = (typeof ROLES)[number];

const OF_ONE: ReadonlySet<HintedRole | undefined> = new Set(['get', 'replace', 'merge', 'remove', 'action']);

/**
 * What is said of an operation. Every member may be left out, and then stands as it was found.
 *
 *     x-understudy:
 *       role: list            # list, get, create, replace, merge, remove, action or stateless
 *       resource: pets        # one that is not there yet is made
 *       items: /data          # pointer to the array in the answer of a list
 *       record: /data         # pointer to the record in the answer
 *       body: /pet            # pointer to the record in the body
 *       id: petNo             # path parameter that names the record
 *       change: { status: adopted }       # what an action sets
 *       paging: { page: p, size: n, first: 0 }  # or offset and limit, cursor, after and before, limit; false
 *       filters: { state: status }        # parameter and member
 *       search: text                      # parameter; false
 *       sort: order                       # parameter; false
 */
interface Hint {
  readonly role?: HintedRole;
  readonly resource?: string;
  readonly id?: string;
  readonly items?: readonly string[];
  /** Members of the role, as they are said to be. */
  readonly details: { readonly wrap?: readonly string[]; readonly bodyWrap?: readonly string[] };
}

/** An operation with what is said of it. */
interface Hinted {
  readonly node: Node;
  readonly one: NodeOperation;
  readonly hint: Hint;
  readonly report: Report;
}

/** Collects what is wrong with a hint. */
type Report = (message: string) => undefined;

const reporter =
  (findings: Finding[], where: string, about: Partial<Finding> = {}): Report =>
  (message) => {
    findings.push({ severity: 'warning', message: `x-understudy${where}: ${message}`, ...about });
    return undefined;
  };

const shown = (value: Json | undefined): string => (JSON.stringify(value) ?? '').slice(0, 80);

/** Reads a hint; undefined where it is wrong, which is reported by its name. */
type Read<T> = (value: Json, name: string, report: Report) => T | undefined;

const readName: Read<string> = (value, name, report) =>
  typeof value === 'string' && value !== '' ? value : report(`${name} must be a name, not ${shown(value)}`);

/** The members of a JSON pointer, or of a member's name alone. */
const readPointer: Read<readonly string[]> = (value, name, report) => {
  if (typeof value !== 'string') return report(`${name} must be a JSON pointer such as /data, not ${shown(value)}`);
  return value === '' || value.startsWith('/') ? namesIn(value) : [value];
};

const readRole: Read<HintedRole> = (value, _, report) =>
  ROLES.find((one) => one === value) ?? report(`role must be one of ${ROLES.join(', ')}, not ${shown(value)}`);

/** Pagings by the parameter that says which they are, the first that is named. */
const PAGING: Readonly<Record<string, (names: Readonly<Record<string, string>>, first: 0 | 1) => Paging>> = {
  page: ({ page = '', size }, first) => ({ kind: 'page', page, size, first }),
  offset: ({ offset = '', limit, size }) => ({ kind: 'offset', offset, limit: limit ?? size }),
  cursor: ({ cursor = '', size, limit }) => ({ kind: 'cursor', cursor, size: size ?? limit }),
  after: ({ after, before, size, limit }) => ({ kind: 'after', after, before, size: size ?? limit }),
  before: ({ before, size, limit }) => ({ kind: 'after', before, size: size ?? limit }),
  limit: ({ limit = '' }) => ({ kind: 'limit', limit }),
};

const readPaging: Read<Paging> = (value, _, report) => {
  const given = isObject(value) ? value : {};
  const [, made] = Object.entries(PAGING).find(([name]) => Object.hasOwn(given, name)) ?? [];
  const names = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return (
    made?.(Object.fromEntries(names), given['first'] === 0 ? 0 : 1) ??
    report('paging must be false, or name the parameter called page, offset, cursor, after, before or limit')
  );
};

const readFilters: Read<readonly FilterParameter[]> = (value, _, report) => {
  if (!isObject(value)) return report('filters must be an object of parameters and members, or false');
  return Object.entries(value).flatMap(([parameter, member]): readonly FilterParameter[] => {
    const path = readPointer(member, `filters.${parameter}`, report);
    const own = path?.length === 1 ? path.flatMap((name) => name.split('.')) : path;
    return own === undefined ? [] : [{ parameter, member: own, is: 'equal', isRequired: false }];
  });
};

const readChange: Read<{ readonly member: string; readonly value: string | boolean }> = (value, _, report) => {
  const [[member, to] = [], ...more] = Object.entries(isObject(value) ? value : {});
  if (member === undefined || more.length > 0 || (typeof to !== 'string' && typeof to !== 'boolean')) {
    return report('change must have one member and the text or boolean that it is set to');
  }
  return { member, value: to };
};

const readSort: Read<{ readonly by: string }> = (value, name, report) => {
  const by = readName(value, name, report);
  return by === undefined ? undefined : { by };
};

/** A part of a role: its member there, how it is read, and what false says. */
type Detail = readonly [member: string, read: Read<unknown>, no?: { readonly value: unknown }];

const DETAILS: Readonly<Record<string, Detail>> = {
  record: ['wrap', readPointer],
  body: ['bodyWrap', readPointer],
  change: ['change', readChange],
  paging: ['paging', readPaging, { value: undefined }],
  filters: ['filters', readFilters, { value: [] }],
  search: ['search', readName, { value: undefined }],
  sort: ['sort', readSort, { value: undefined }],
};

const OWN: Readonly<Record<string, Read<unknown>>> = {
  role: readRole,
  resource: readName,
  items: readPointer,
  id: readName,
};

function hintIn(given: JsonObject, report: Report): Hint {
  const own: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const [member = '', read, no] = (Object.hasOwn(DETAILS, name) && DETAILS[name]) || [];
    if (read !== undefined) {
      const found = value === false && no !== undefined ? no : { value: read(value, name, report) ?? report };
      if (found.value !== report) details[member] = found.value;
    } else if (Object.hasOwn(OWN, name)) own[name] = OWN[name]?.(value, name, report);
    else report(`${name} is no hint; there are ${Object.keys({ ...OWN, ...DETAILS }).join(', ')}`);
  }
  // Each member was read by the reader of its name.
  return { ...own, details: details as Hint['details'] };
}

/** The record of an operation where its hint says that it is. */
function recordAt(
  { shapes }: Reading,
  operation: ApiOperation,
  { role, items = [], details }: Hint,
): Shape | undefined {
  const answer = answerShape(shapes, operation);
  const body = bodyShape(shapes, operation);
  if (role === 'list') {
    const array = answer && shapeWithin(shapes, answer, items);
    return array && isListShape(array) ? shapes.of(array.items) : undefined;
  }
  const record = answer && shapeWithin(shapes, answer, details.wrap ?? []);
  return record !== undefined && record.members.size > 0
    ? record
    : body && shapeWithin(shapes, body, details.bodyWrap ?? []);
}

/** A kind of record that only hints speak of, by the operations that are said to be about it. */
function draftOf(reading: Reading, name: string, all: readonly Hinted[]): Draft {
  const item = all.find(({ hint }) => OF_ONE.has(hint.role) && hint.role !== 'action');
  const collection = all.find(({ hint }) => hint.role === 'list') ?? all.find(({ hint }) => hint.role === 'create');
  const itemSegments = item?.one.path.segments ?? [];
  const idParameter = item && (item.hint.id ?? parametersOf(itemSegments).at(-1));
  const idIndex = itemSegments.findIndex((segment) => segment.kind === 'parameter' && segment.name === idParameter);
  const segments = collection?.one.path.segments ?? itemSegments.slice(0, Math.max(idIndex, 0));
  const one = singularWords(wordsOf(name.split('.').at(-1) ?? name));
  const nouns = [one.join(' ')];
  const records = [item, collection, ...all].map(
    (found) => found && recordAt(reading, found.one.operation, found.hint),
  );
  const unknown = reading.shapes.of(true);
  const record = records.find((shape) => shape !== undefined && shape.members.size > 0) ?? unknown;
  const parameter = idParameter === undefined ? undefined : { name: idParameter, shape: unknown, description: 'id' };
  return {
    key: keyOfSegments(segments),
    segments,
    collection: collection?.node,
    item: item?.node,
    nouns,
    one,
    many: pluralWords(one),
    record,
    element: undefined,
    id: findId(reading.shapes, { record, parameter, nouns }),
    idParameter,
  };
}

/** Which records an operation is about, where its path is not the one that its resource was found by. */
function addressBy(kinds: Kinds, draft: Draft, { one, hint }: Hinted): RecordAddress {
  const { segments } = one.path;
  const hasId = OF_ONE.has(hint.role) && draft.isSingle !== true;
  const own = addressOf(kinds, draft, { segments, hasId });
  const isOwn =
    keyOfSegments(segments.slice(0, draft.segments.length)) === draft.key && (!hasId || own.id !== undefined);
  if (isOwn && (hint.id === undefined || hint.id === own.id)) return own;
  const names = parametersOf(segments);
  const id = hasId ? (hint.id ?? names.at(-1)) : undefined;
  const scope = names.filter((name) => name !== id).slice(0, parametersOf(draft.segments).length);
  return { scope, id, bound: [] };
}

/** The role that a hint gives: as its schemas have it, else with the whole answer and the whole body as the record. */
function roleBy(reading: Reading, kinds: Kinds, draft: Draft, hinted: Hinted): Found {
  const { one, hint } = hinted;
  const about = { reading, kinds, draft };
  const base = { resource: nameOf(kinds, draft), at: addressBy(kinds, draft, hinted) };
  const literal = one.path.segments.findLast(({ kind }) => kind === 'literal');
  const verb = literal?.kind === 'literal' ? literal.text : '';
  switch (hint.role) {
    case 'list': {
      const found = list(about, one);
      const answer = answerShape(reading.shapes, one.operation);
      const path = hint.items ?? (found.kind === 'list' ? found.shape.items : []);
      const array = answer && shapeWithin(reading.shapes, answer, path);
      if (answer === undefined || array === undefined || !isListShape(array))
        return none(`its answer has no list at /${path.join('/')}, as a hint says`);
      const element = reading.shapes.of(array.items);
      return listRole(
        { reading, record: draft.record, hasId: draft.id !== undefined },
        { operation: one.operation, found: { path, element, schema: array.items ?? true }, answer },
        base,
      );
    }
    case 'get': {
      const found = get(about, one);
      return { kind: 'get', wrap: [], ...(found.kind === 'get' && found), ...base };
    }
    case 'create':
    case 'replace':
    case 'merge': {
      const { role: kind } = hint;
      const found = kind === 'create' ? create(about, one) : change(about, one, { kind, hasId: true });
      return { wrap: undefined, bodyWrap: [], ...(found.kind === kind && found), kind, ...base };
    }
    case 'remove': {
      const found = remove(about, one);
      return { kind: 'remove', wrap: undefined, ...(found.kind === 'remove' && found), ...base };
    }
    case 'action': {
      const found = action(about, one, verb);
      const own = { verb: wordsOf(verb).join(' '), wrap: undefined, change: undefined };
      return { kind: 'action', ...own, ...(found.kind === 'action' && found), ...base };
    }
    default:
      return none('a hint says so');
  }
}

/** A role with the details that a hint gives, as far as it has such. */
function withDetails(role: Role, { items, details }: Hint): Role {
  const own = Object.fromEntries(Object.entries(details).filter(([member]) => member in role));
  const shape = role.kind === 'list' && items !== undefined ? { shape: { ...role.shape, items } } : {};
  return { ...role, ...own, ...shape };
}

const resourceIn = (one: Found | undefined): string | undefined =>
  one !== undefined && 'resource' in one ? one.resource : undefined;

function assignmentBy(
  reading: Reading,
  { kinds, found }: Assigned,
  byName: ReadonlyMap<string, Draft>,
  hinted: Hinted,
): Found | undefined {
  const { node, one, hint, report } = hinted;
  const { id, parameters } = one.operation;
  const before = found.get(id);
  if (hint.id !== undefined && !parameters.some((parameter) => parameter.in === 'path' && parameter.name === hint.id))
    return report(`id names no parameter of the path: ${hint.id}`);
  if (hint.role === 'stateless') return none('a hint says so');
  const isFound = before !== undefined && before.kind !== 'none';
  if (hint.role === undefined)
    return isFound && hint.resource === undefined
      ? withDetails(before, hint)
      : report('it gives no role, and none was found');
  const name = hint.resource ?? resourceIn(before);
  const keys = [node.key, keyOfSegments(node.segments.slice(0, -1))];
  const near = keys.flatMap((key) => kinds.byItem.get(key) ?? kinds.byCollection.get(key) ?? []);
  const draft = name === undefined ? near[0] : byName.get(name);
  if (draft === undefined) return report('it names no resource, and its path belongs to none');
  const role = roleBy(reading, kinds, draft, hinted);
  if (role.kind !== 'none') return withDetails(role, hint);
  report(role.why);
  return role;
}

/** Gives operations the roles that hints say. */
export function withHints(reading: Reading, assigned: Assigned, findings: Finding[]): Assigned {
  const all: Hinted[] = [...reading.nodes.values()].flatMap((node) =>
    node.operations.flatMap((one) => {
      const { method, path, pointer, hints } = one.operation;
      if (Object.keys(hints).length === 0) return [];
      const about = { operation: `${method} ${path}`, pointer: `${pointer}/x-understudy` };
      const report = reporter(findings, '', about);
      return [{ node, one, hint: hintIn(hints, report), report }];
    }),
  );
  const names = new Map(assigned.kinds.names);
  const byName = new Map(Array.from(names, ([draft, name]) => [name, draft] as const));
  const drafts = [...assigned.kinds.drafts];
  for (const name of new Set(all.map(({ hint }) => hint.resource))) {
    if (name === undefined || byName.has(name)) continue;
    const own = all.filter(({ hint }) => hint.resource === name);
    const draft = draftOf(reading, name, own);
    drafts.push(draft);
    byName.set(name, draft);
    names.set(draft, name);
  }
  const kinds = { ...assigned.kinds, names, drafts };
  const found = new Map(assigned.found);
  for (const hinted of all) {
    const one = assignmentBy(reading, { kinds, found }, byName, hinted);
    if (one !== undefined) found.set(hinted.one.operation.id, one);
  }
  const resources = resourceHints(reading.document);
  for (const [id, one] of found) if (resources[resourceIn(one) ?? ''] === false) found.set(id, none('a hint says so'));
  return { kinds, found };
}

/** What `x-understudy` at the top of a document says of resources: false leaves one without state. */
const resourceHints = ({ root }: ApiDocument): JsonObject => {
  const given = memberOf(memberOf(root, 'x-understudy'), 'resources');
  return isObject(given) ? given : {};
};

/** A resource with what a hint says of it: `id`, `one`, `many`, and `relations` of members and resources, or false. */
function corrected(
  shapes: Shapes,
  resource: Resource,
  { hint, names, report }: { hint: JsonObject; names: ReadonlyMap<string, unknown>; report: Report },
): Resource {
  const record = shapes.of(resource.schema);
  const relations = new Map(resource.relations.map((relation) => [relation.member, relation]));
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(hint)) {
    if (name === 'one' || name === 'many') read[name] = readName(value, name, report) ?? resource[name];
    else if (name === 'id') {
      const path = readPointer(value, name, report) ?? [];
      const idWithin = path.slice(0, -1);
      const idMember = path.at(-1) ?? '';
      if (record.members.size === 0 || shapeWithin(shapes, record, idWithin).members.has(idMember))
        Object.assign(read, { idMember, idWithin });
      else report(`its schema has no member /${path.join('/')}`);
    } else if (name !== 'relations' || !isObject(value))
      report(`${name} is no hint; there are id, one, many and relations`);
    else {
      for (const [member, to] of Object.entries(value)) {
        if (to === false) relations.delete(member);
        else if (typeof to !== 'string' || !names.has(to))
          report(`${member} cannot name ${String(to)}, which is no resource`);
        else
          relations.set(member, { member, resource: to, isMany: isListShape(shapes.of(record.members.get(member))) });
      }
    }
  }
  return { ...resource, ...read, relations: [...relations.values()] };
}

/** Resources with what is said of them at the top of a document; names that are no resource's are reported. */
export function resourcesWithHints(
  { document, shapes }: Reading,
  resources: readonly Resource[],
  findings: Finding[],
): readonly Resource[] {
  const hints = resourceHints(document);
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const changed = new Map(byName);
  for (const [name, hint] of Object.entries(hints)) {
    const resource = byName.get(name);
    const report = reporter(findings, `, resources, ${name}`);
    if (hint === false) continue;
    if (resource === undefined)
      report(`there is no such resource; there are ${[...byName.keys()].slice(0, 20).join(', ')}`);
    else if (!isObject(hint)) report(`it must be an object or false, not ${shown(hint)}`);
    else changed.set(name, corrected(shapes, resource, { hint, names: byName, report }));
  }
  return [...changed.values()];
}
