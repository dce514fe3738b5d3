/** Applies hints: gives operations the role that they are said to have, and makes the resources that only hints speak of. */
import type { ApiOperation, Finding } from '../model.js';
import type { RecordAddress, Resource, Role } from '../roles.js';
import type { Assigned, Assignment } from './assign.js';
import { answerShape, bodyShape } from './bodies.js';
import type { Draft, Reading } from './drafts.js';
import type { HintedRole, Hints, OperationHint } from './hints.js';
import { findId } from './ids.js';
import { addressOf, type Kinds, nameOf } from './kinds.js';
import { keyOfSegments, type Node, type NodeOperation, parametersOf } from './paths.js';
import { pluralOf, singularWords, wordsOf } from './nouns.js';
import { action, change, create, type Found, get, list, listRole, none, remove } from './operations.js';
import { isListShape, type Shape, type Shapes } from './shapes.js';

const at = (shapes: Shapes, shape: Shape, path: readonly string[]): Shape =>
  path.reduce((inner, name) => shapes.of(inner.members.get(name)), shape);

/** The record of an operation where its hint says that it is. */
function recordAt({ shapes }: Reading, operation: ApiOperation, hint: OperationHint): Shape | undefined {
  const answer = answerShape(shapes, operation);
  const body = bodyShape(shapes, operation);
  if (hint.role === 'list') {
    const array = answer && at(shapes, answer, hint.items ?? []);
    return array && isListShape(array) ? shapes.of(array.items) : undefined;
  }
  const shown = answer && at(shapes, answer, hint.record ?? []);
  return shown !== undefined && shown.members.size > 0 ? shown : body && at(shapes, body, hint.body ?? []);
}

const OF_ONE: ReadonlySet<HintedRole | undefined> = new Set(['get', 'replace', 'merge', 'remove', 'action']);

interface Hinted {
  readonly node: Node;
  readonly one: NodeOperation;
  readonly hint: OperationHint;
}

/** A kind of record that only hints speak of, by the operations that are said to be about it. */
function draftOf(reading: Reading, name: string, all: readonly Hinted[]): Draft {
  const item = all.find(({ hint }) => OF_ONE.has(hint.role) && hint.role !== 'action');
  const collection = all.find(({ hint }) => hint.role === 'list') ?? all.find(({ hint }) => hint.role === 'create');
  const idParameter = item && (item.hint.id ?? parametersOf(item.one.path.segments).at(-1));
  const itemSegments = item?.one.path.segments ?? [];
  const idIndex = itemSegments.findIndex((segment) => segment.kind === 'parameter' && segment.name === idParameter);
  const segments = collection?.one.path.segments ?? itemSegments.slice(0, Math.max(idIndex, 0));
  const words = wordsOf(name.split('.').at(-1) ?? name);
  const one = singularWords(words);
  const many = [...one.slice(0, -1), pluralOf(one.at(-1) ?? '')];
  const records = [item, collection, ...all].flatMap(
    (found) => (found && recordAt(reading, found.one.operation, found.hint)) ?? [],
  );
  const record = records.find(({ members }) => members.size > 0) ?? reading.shapes.of(true);
  const parameter =
    idParameter === undefined ? undefined : { name: idParameter, shape: reading.shapes.of(true), description: 'id' };
  const nouns = [one.join(' ')];
  const id = findId(reading.shapes, { record, parameter, nouns });
  return {
    key: keyOfSegments(segments),
    segments,
    collection: collection?.node,
    item: item?.node,
    nouns,
    one,
    many,
    record,
    element: undefined,
    id,
    idParameter,
  };
}

/** Which records an operation is about, where its path is not the one that its resource was found by. */
function addressBy(kinds: Kinds, draft: Draft, { one, hint }: Hinted): RecordAddress {
  const hasId = OF_ONE.has(hint.role);
  const names = parametersOf(one.path.segments);
  const own = addressOf(kinds, draft, { segments: one.path.segments, hasId });
  const isOwn =
    keyOfSegments(one.path.segments.slice(0, draft.segments.length)) === draft.key && (!hasId || own.id !== undefined);
  if (isOwn && (hint.id === undefined || hint.id === own.id)) return own;
  const id = hasId ? (hint.id ?? names.at(-1)) : undefined;
  const count = parametersOf(draft.segments).length;
  return { scope: names.filter((name) => name !== id).slice(0, count), id, bound: [] };
}

/** The role that a hint gives, as its schemas have it, and by the pointers of the hint where they do not show it. */
function roleBy(reading: Reading, kinds: Kinds, draft: Draft, hinted: Hinted): Found {
  const { one, hint } = hinted;
  const about = { reading, kinds, draft };
  const address = addressBy(kinds, draft, hinted);
  const base = { resource: nameOf(kinds, draft), at: address };
  const literal = one.path.segments.findLast((segment) => segment.kind === 'literal');
  const verb = literal?.kind === 'literal' ? literal.text : '';
  switch (hint.role) {
    case 'list': {
      const found = list(about, one);
      const answer = answerShape(reading.shapes, one.operation);
      const path = hint.items ?? (found.kind === 'list' ? found.shape.items : []);
      const array = answer && at(reading.shapes, answer, path);
      if (answer === undefined || array === undefined || !isListShape(array))
        return none(`its answer has no list at /${path.join('/')}, as a hint says`);
      const element = reading.shapes.of(array.items);
      const made = { path, element, schema: array.items ?? true };
      return listRole(
        { reading, record: draft.record, hasId: draft.id !== undefined },
        { operation: one.operation, found: made, answer },
        base,
      );
    }
    case 'get': {
      const found = get(about, one);
      return { kind: 'get', ...base, wrap: found.kind === 'get' ? found.wrap : [] };
    }
    case 'create':
    case 'replace':
    case 'merge': {
      const found = hint.role === 'create' ? create(about, one) : change(about, one, { kind: hint.role, hasId: true });
      const isFound = found.kind === 'create' || found.kind === 'replace' || found.kind === 'merge';
      return {
        kind: hint.role,
        ...base,
        wrap: isFound ? found.wrap : undefined,
        bodyWrap: isFound ? found.bodyWrap : [],
      };
    }
    case 'remove': {
      const found = remove(about, one);
      return { kind: 'remove', ...base, wrap: found.kind === 'remove' ? found.wrap : undefined };
    }
    case 'action': {
      const found = action(about, one, verb);
      const shown = found.kind === 'action' ? found : { wrap: undefined, change: undefined };
      return { kind: 'action', ...base, verb: wordsOf(verb).join(' '), wrap: shown.wrap, change: shown.change };
    }
    default:
      return none('a hint says so');
  }
}

/** A role with the details that a hint gives. */
function withDetails(role: Role, hint: OperationHint): Role {
  switch (role.kind) {
    case 'list':
      return {
        ...role,
        shape: hint.items === undefined ? role.shape : { ...role.shape, items: hint.items },
        paging: hint.paging === undefined ? role.paging : hint.paging || undefined,
        filters: hint.filters ?? role.filters,
        search: hint.search === undefined ? role.search : hint.search || undefined,
        sort: hint.sort === undefined ? role.sort : hint.sort === false ? undefined : { by: hint.sort },
      };
    case 'get':
      return { ...role, wrap: hint.record ?? role.wrap };
    case 'create':
    case 'replace':
    case 'merge':
      return { ...role, wrap: hint.record ?? role.wrap, bodyWrap: hint.body ?? role.bodyWrap };
    case 'remove':
      return { ...role, wrap: hint.record ?? role.wrap };
    case 'action':
      return { ...role, wrap: hint.record ?? role.wrap, change: hint.change ?? role.change };
    default:
      return role;
  }
}

const resourceIn = (one: Assignment | undefined): string | undefined =>
  one !== undefined && 'resource' in one ? one.resource : undefined;

/** The kind that an operation is said to be about, or that its path belongs to. */
function draftFor(
  kinds: Kinds,
  byName: ReadonlyMap<string, Draft>,
  { node, hint }: Hinted,
  found: Assignment | undefined,
): Draft | undefined {
  const name = hint.resource ?? resourceIn(found);
  if (name !== undefined) return byName.get(name);
  const before = keyOfSegments(node.segments.slice(0, -1));
  return (
    kinds.byItem.get(node.key) ??
    kinds.byCollection.get(node.key) ??
    kinds.byItem.get(before) ??
    kinds.byCollection.get(before)
  );
}

/** Gives operations the roles that hints say. */
export function withHints(
  reading: Reading,
  assigned: Assigned,
  hints: Hints,
): { readonly assigned: Assigned; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [...hints.findings];
  const all: Hinted[] = [...reading.nodes.values()].flatMap((node) =>
    node.operations.flatMap((one) => {
      const hint = hints.operations.get(one.operation.id);
      return hint === undefined ? [] : [{ node, one, hint }];
    }),
  );
  const byName = new Map([...assigned.kinds.names].map(([draft, name]) => [name, draft] as const));
  const names = new Map(assigned.kinds.names);
  const made: Draft[] = [];
  for (const name of new Set(all.map(({ hint }) => hint.resource))) {
    if (name === undefined || byName.has(name)) continue;
    const draft = draftOf(
      reading,
      name,
      all.filter(({ hint }) => hint.resource === name),
    );
    made.push(draft);
    byName.set(name, draft);
    names.set(draft, name);
  }
  const kinds = { ...assigned.kinds, names, drafts: [...assigned.kinds.drafts, ...made] };
  const found = new Map(assigned.found);
  for (const hinted of all) {
    const { one, hint } = hinted;
    const { operation } = one;
    const report = (message: string): void => {
      const pointer = `${operation.pointer}/x-understudy`;
      findings.push({
        severity: 'warning',
        message: `x-understudy: ${message}`,
        operation: `${operation.method} ${operation.path}`,
        pointer,
      });
    };
    const before = found.get(operation.id);
    const draft = draftFor(kinds, byName, hinted, before);
    if (
      hint.id !== undefined &&
      !operation.parameters.some((parameter) => parameter.in === 'path' && parameter.name === hint.id)
    ) {
      report(`id names no parameter of the path: ${hint.id}`);
      continue;
    }
    if (hint.role === 'stateless') found.set(operation.id, none('a hint says so'));
    else if (
      hint.role === undefined &&
      hint.resource === undefined &&
      before !== undefined &&
      before.kind !== 'none' &&
      before.kind !== 'single'
    ) {
      found.set(operation.id, withDetails(before, hint));
    } else if (hint.role === undefined) report('it gives no role, and none was found');
    else if (draft === undefined) report('it names no resource, and its path belongs to none');
    else {
      const role = roleBy(reading, kinds, draft, hinted);
      if (role.kind === 'none') report(role.why);
      found.set(operation.id, role.kind === 'none' ? role : withDetails(role, hint));
    }
  }
  for (const [id, one] of found) {
    const name = resourceIn(one);
    if (name !== undefined && hints.resources.get(name) === false) found.set(id, none('a hint says so'));
  }
  return { assigned: { kinds, found }, findings };
}

/** Resources with what hints say of them; names that are no resource's are reported. */
export function resourcesWithHints(
  shapes: Shapes,
  resources: readonly Resource[],
  hints: Hints,
): { readonly resources: readonly Resource[]; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const names = new Set(resources.map(({ name }) => name));
  const report = (message: string): void =>
    void findings.push({ severity: 'warning', message: `x-understudy, resources, ${message}` });
  for (const [name, hint] of hints.resources) {
    if (hint !== false && !names.has(name))
      report(`${name}: there is no such resource; there are ${[...names].slice(0, 20).join(', ')}`);
  }
  const changed = resources.map((resource): Resource => {
    const hint = hints.resources.get(resource.name);
    if (hint === undefined || hint === false) return resource;
    const { one = resource.one, many = resource.many } = hint;
    const relations = new Map(resource.relations.map((relation) => [relation.member, relation]));
    const record = shapes.of(resource.schema);
    for (const [member, to] of hint.relations ?? []) {
      if (to === false) relations.delete(member);
      else if (!names.has(to)) report(`${resource.name}: ${member} cannot name ${to}, which is no resource`);
      else relations.set(member, { member, resource: to, isMany: isListShape(shapes.of(record.members.get(member))) });
    }
    const idMember = hint.id === undefined ? resource.idMember : hint.id.at(-1);
    const idWithin = hint.id === undefined ? resource.idWithin : hint.id.slice(0, -1);
    if (hint.id !== undefined && record.members.size > 0 && !at(shapes, record, idWithin).members.has(idMember ?? '')) {
      report(`${resource.name}: its schema has no member /${hint.id.join('/')}`);
      return { ...resource, one, many, relations: [...relations.values()] };
    }
    return { ...resource, one, many, idMember, idWithin, relations: [...relations.values()] };
  });
  return { resources: changed, findings };
}
