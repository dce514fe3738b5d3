/** What a role is called in words, as `understudy openapi` shows it. */
import type { Paging, Resource, Role } from '../roles.js';
import { withArticle } from './nouns.js';

/** `a`, `a and b`, `a, b and c`; of many, the first and how many more. */
function and(names: readonly string[]): string {
  const MOST = 4;
  const shown = names.length > MOST + 1 ? [...names.slice(0, MOST), `${names.length - MOST} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

function pagedBy(paging: Paging): string {
  const names = (...all: (string | undefined)[]): string => and(all.filter((name) => name !== undefined));
  switch (paging.kind) {
    case 'page':
      return `paged by ${names(paging.page, paging.size)}`;
    case 'offset':
      return `paged by ${names(paging.offset, paging.limit)}`;
    case 'cursor':
      return `paged by ${names(paging.cursor, paging.size)}`;
    case 'after':
      return `paged by ${names(paging.after, paging.before, paging.size)}`;
    case 'limit':
      return `limited by ${paging.limit}`;
  }
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

/** The words of a role; of one that is stateless, why it is. */
export function says(
  role: Role,
  { resource, why }: { readonly resource?: Resource | undefined; readonly why?: string | undefined },
): string {
  if (role.kind === 'stateless') return `stateless: ${why ?? 'the answer is no record of a collection'}`;
  if (role.kind === 'single-get') return `shows the one ${role.single}`;
  if (role.kind === 'single-replace') return `replaces the one ${role.single}`;
  if (role.kind === 'single-merge') return `changes the one ${role.single}`;
  if (resource === undefined) return role.kind;
  const one = withArticle(resource.one);
  switch (role.kind) {
    case 'list':
      return listSays(role, resource);
    case 'get':
      return `shows ${one}`;
    case 'create':
      return `creates ${one}`;
    case 'replace':
      return role.at.id === undefined
        ? `replaces ${one}, whose ${resource.idMember ?? 'id'} is in the body`
        : `replaces ${one}`;
    case 'merge':
      return role.at.id === undefined
        ? `changes ${one}, whose ${resource.idMember ?? 'id'} is in the body`
        : `changes ${one}`;
    case 'remove':
      return `removes ${one}`;
    case 'action':
      return actionSays(role, resource);
  }
}
