/** What was understood of a document in words, and as a table of plain text for `understudy openapi`. */
import { wrap } from '../../kit/wrap.js';
import type { ApiOperation, ApiDocument } from '../model.js';
import type { Understanding, Role, Resource, Paging } from '../roles.js';
import { grouped, withArticle } from './nouns.js';
import { namesOfPaging } from './paging.js';

const list = new Intl.ListFormat('en-GB');

/** `a`, `a and b`, `a, b and c`; of many, the first and how many more. */
function and(names: readonly string[]): string {
  const MOST = 4;
  return list.format(names.length > MOST + 1 ? [...names.slice(0, MOST), `${names.length - MOST} more`] : names);
}

function pagedBy(paging: Paging): string {
  const names = and(namesOfPaging(paging));
  return paging.kind === 'limit' ? `limited by ${names}` : `paged by ${names}`;
}

function listSays(role: Extract<Role, { kind: 'list' }>, resource: Resource): string {
  const bound = role.at.bound.map(({ parameter }) => parameter);
  const parameters = new Set(role.filters.map(({ parameter }) => parameter));
  // `created[gte]` beside `created` is one of its forms.
  const filters = [...parameters].filter((name) => !parameters.has(name.split('[', 1).join('')) || !name.includes('['));
  const sort = role.sort === undefined ? [] : [role.sort.by, role.sort.direction].filter((name) => name !== undefined);
  const parts = [
    bound.length === 0 ? `list of ${resource.many}` : `list of ${resource.many} by ${and(bound)}`,
    ...(role.paging === undefined ? [] : [pagedBy(role.paging)]),
    ...(filters.length === 0 ? [] : [`filtered by ${and(filters)}`]),
    ...(role.search === undefined ? [] : [`searched by ${role.search}`]),
    ...(sort.length === 0 ? [] : [`sorted by ${and(sort)}`]),
  ];
  return parts.join(', ');
}

function actionSays(role: Extract<Role, { kind: 'action' }>, resource: Resource): string {
  const { verb, change } = role;
  const what = `${verb}: acts on ${withArticle(resource.one)}`;
  return change === undefined ? what : `${what}, sets ${change.member} to ${change.value}`;
}

const VERBS = { get: 'shows', create: 'creates', replace: 'replaces', merge: 'changes', remove: 'removes' };

/** The words of a role with the records of a resource. */
export function says(role: Role, resource: Resource | undefined): string {
  if (resource === undefined || role.kind === 'stateless') return role.kind;
  const { isSingle = false } = resource;
  const one = isSingle ? `the one ${resource.name}` : withArticle(resource.one);
  const isInBody = (role.kind === 'replace' || role.kind === 'merge') && role.at.id === undefined && !isSingle;
  const inBody = isInBody ? `, whose ${resource.idMember ?? 'id'} is in the body` : '';
  if (role.kind === 'list') return listSays(role, resource);
  return role.kind === 'action' ? actionSays(role, resource) : `${VERBS[role.kind]} ${one}${inBody}`;
}

/** Columns of a terminal. */
const MAX_WIDTH = 120;

/** Columns that a path has at most, so that there is room for what is said of it. */
const MAX_PATH = 56;

/** Longest name of a method, with the space around it. */
const METHOD_WIDTH = 9;

/** A row whose last column may take several lines. */
function row(left: string, text: string, indent: number): readonly string[] {
  const [first = '', ...more] = wrap(text, MAX_WIDTH - indent);
  const isLong = left.length >= indent;
  const lines = isLong ? [left, ' '.repeat(indent) + first] : [left.padEnd(indent) + first];
  return [...lines, ...more.map((line) => ' '.repeat(indent) + line)];
}

function detailsOf(resource: Resource): readonly string[] {
  const { idMember, idWithin, scope, relations } = resource;
  const id = idMember === undefined ? 'no id' : `id: ${[...idWithin, idMember].join('.')}`;
  const parents = scope.map(({ parameter, resource: parent }) =>
    parent === undefined ? parameter : `${parameter} of ${parent}`,
  );
  const named = relations.map(({ member, resource: to, isMany }) => `${member} of ${isMany ? 'several ' : ''}${to}`);
  return [
    id,
    ...(parents.length === 0 ? [] : [`below ${parents.join(', ')}`]),
    ...(named.length === 0 ? [] : [`relations: ${named.join(', ')}`]),
  ];
}

/** What stands for all records of which there is one. */
const SINGLES = '';

function rowsOf(
  operations: readonly ApiOperation[],
  { operations: said }: Understanding,
  indent: number,
): readonly string[] {
  return operations.flatMap(({ id, method, path }) =>
    row(`  ${method.padEnd(METHOD_WIDTH - 2)}${path}`, said.get(id)?.says ?? '', indent),
  );
}

function indentOf(operations: readonly ApiOperation[]): number {
  const longest = Math.max(0, ...operations.map(({ path }) => path.length).filter((length) => length <= MAX_PATH));
  return METHOD_WIDTH + longest + 2;
}

/** One line for each operation, by resource; what is without state comes last. */
export function understoodTable(document: Pick<ApiDocument, 'operations'>, understanding: Understanding): string {
  const indent = indentOf(document.operations);

  const singles = new Set(understanding.resources.flatMap(({ name, isSingle }) => (isSingle ? [name] : [])));
  const groups = grouped(document.operations, ({ id }) => {
    const { role } = understanding.operations.get(id) ?? {};
    const name = role && 'resource' in role ? role.resource : undefined;
    return name !== undefined && singles.has(name) ? SINGLES : name;
  });
  const listed = understanding.resources.filter(({ name }) => !singles.has(name));
  const sections = listed.map((resource) => {
    const title = row(resource.name, detailsOf(resource).join('; '), indent);
    return [...title, ...rowsOf(groups.get(resource.name) ?? [], understanding, indent)];
  });
  for (const [name, title] of [
    [SINGLES, 'records of which there is one'],
    [undefined, 'without state'],
  ] as const) {
    const own = groups.get(name) ?? [];
    if (own.length > 0) sections.push([title, ...rowsOf(own, understanding, indent)]);
  }
  return sections.map((lines) => lines.map((line) => line.trimEnd()).join('\n')).join('\n\n');
}
