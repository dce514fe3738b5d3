/** What `x-understudy` and a file of hints say of operations and resources, read and checked. */
import type { ApiDocument, ApiOperation, Finding, Json, JsonObject } from '../model.js';
import type { FilterParameter, Paging } from '../roles.js';
import { isObject, memberOf } from '../schema.js';

/** Roles that a hint can give. */
export const HINTED_ROLES = ['list', 'get', 'create', 'replace', 'merge', 'remove', 'action', 'stateless'] as const;

export type HintedRole = (typeof HINTED_ROLES)[number];

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
export interface OperationHint {
  readonly role?: HintedRole;
  readonly resource?: string;
  readonly items?: readonly string[];
  readonly record?: readonly string[];
  readonly body?: readonly string[];
  readonly id?: string;
  readonly change?: { readonly member: string; readonly value: string | boolean };
  readonly paging?: Paging | false;
  readonly filters?: readonly FilterParameter[];
  readonly search?: string | false;
  readonly sort?: string | false;
}

/** What is said of a resource: which member is its id, what it is called, and what members name; false leaves it without state. */
export interface ResourceHint {
  readonly id?: readonly string[];
  readonly one?: string;
  readonly many?: string;
  readonly relations?: ReadonlyMap<string, string | false>;
}

export interface Hints {
  readonly operations: ReadonlyMap<string, OperationHint>;
  readonly resources: ReadonlyMap<string, ResourceHint | false>;
  readonly findings: readonly Finding[];
}

/** Collects what is wrong with hints. */
type Report = (message: string) => undefined;

const shown = (value: Json | undefined): string => (JSON.stringify(value) ?? '').slice(0, 80);

function textIn(value: Json, name: string, report: Report): string | undefined {
  return typeof value === 'string' && value !== '' ? value : report(`${name} must be a name, not ${shown(value)}`);
}

/** The members of a JSON pointer, or of a member's name alone. */
function pointerIn(value: Json, name: string, report: Report): readonly string[] | undefined {
  if (typeof value !== 'string') return report(`${name} must be a JSON pointer such as /data, not ${shown(value)}`);
  if (!value.startsWith('/')) return value === '' ? [] : [value];
  return value
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const PAGING: readonly (readonly [
  keyof JsonObject & string,
  (names: Readonly<Record<string, string>>, first: 0 | 1) => Paging,
])[] = [
  ['page', ({ page = '', size }, first) => ({ kind: 'page', page, size, first })],
  ['offset', ({ offset = '', limit, size }) => ({ kind: 'offset', offset, limit: limit ?? size })],
  ['cursor', ({ cursor = '', size, limit }) => ({ kind: 'cursor', cursor, size: size ?? limit })],
  ['after', ({ after, before, size, limit }) => ({ kind: 'after', after, before, size: size ?? limit })],
  ['before', ({ before, size, limit }) => ({ kind: 'after', before, size: size ?? limit })],
  ['limit', ({ limit = '' }) => ({ kind: 'limit', limit })],
];

function pagingIn(value: Json, report: Report): Paging | false | undefined {
  if (value === false) return false;
  const made = isObject(value) ? PAGING.find(([name]) => Object.hasOwn(value, name)) : undefined;
  if (!isObject(value) || made === undefined) {
    return report('paging must be false, or name the parameter called page, offset, cursor, after, before or limit');
  }
  const names = Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  return made[1](names, value['first'] === 0 ? 0 : 1);
}

function filtersIn(value: Json, report: Report): readonly FilterParameter[] | undefined {
  if (value === false) return [];
  if (!isObject(value)) return report('filters must be an object of parameters and members, or false');
  return Object.entries(value).flatMap(([parameter, member]): readonly FilterParameter[] => {
    const path = pointerIn(member, `filters.${parameter}`, report);
    return path === undefined
      ? []
      : [{ parameter, member: path.length === 1 ? (path[0] ?? '').split('.') : path, is: 'equal', isRequired: false }];
  });
}

function changeIn(value: Json, report: Report): OperationHint['change'] | undefined {
  const [entry, ...more] = Object.entries(isObject(value) ? value : {});
  const [member, to] = entry ?? [];
  if (member === undefined || more.length > 0 || (typeof to !== 'string' && typeof to !== 'boolean')) {
    return report('change must have one member and the text or boolean that it is set to');
  }
  return { member, value: to };
}

function roleIn(value: Json, report: Report): HintedRole | undefined {
  const role = HINTED_ROLES.find((one) => one === value);
  return role ?? report(`role must be one of ${HINTED_ROLES.join(', ')}, not ${shown(value)}`);
}

const READERS: Readonly<Record<keyof OperationHint, (value: Json, report: Report) => unknown>> = {
  role: roleIn,
  resource: (value, report) => textIn(value, 'resource', report),
  items: (value, report) => pointerIn(value, 'items', report),
  record: (value, report) => pointerIn(value, 'record', report),
  body: (value, report) => pointerIn(value, 'body', report),
  id: (value, report) => textIn(value, 'id', report),
  change: changeIn,
  paging: pagingIn,
  filters: filtersIn,
  search: (value, report) => (value === false ? false : textIn(value, 'search', report)),
  sort: (value, report) => (value === false ? false : textIn(value, 'sort', report)),
};

const isReader = (name: string): name is keyof OperationHint => Object.hasOwn(READERS, name);

function operationHint(given: JsonObject, report: Report): OperationHint {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!isReader(name)) report(`${name} is no hint; there are ${Object.keys(READERS).join(', ')}`);
    else {
      const found = READERS[name](value, report);
      if (found !== undefined) read[name] = found;
    }
  }
  // Each member was read by the reader of its name.
  return read;
}

function relationsIn(value: Json, report: Report): ResourceHint['relations'] | undefined {
  if (!isObject(value)) return report('relations must be an object of members and resources');
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string | false] => typeof entry[1] === 'string' || entry[1] === false,
  );
  if (entries.length < Object.keys(value).length) report('a relation must name a resource, or be false');
  return new Map(entries);
}

function resourceHint(given: Json, report: Report): ResourceHint | false | undefined {
  if (given === false) return false;
  if (!isObject(given)) return report(`it must be an object or false, not ${shown(given)}`);
  const { id, one, many, relations, ...others } = given;
  for (const name of Object.keys(others)) report(`${name} is no hint; there are id, one, many and relations`);
  const found = {
    id: id === undefined ? undefined : pointerIn(id, 'id', report),
    one: one === undefined ? undefined : textIn(one, 'one', report),
    many: many === undefined ? undefined : textIn(many, 'many', report),
    relations: relations === undefined ? undefined : relationsIn(relations, report),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The operations that a key names: `GET /pets`, its `operationId`, or its name here. */
function operationsBy({ operations }: ApiDocument): ReadonlyMap<string, ApiOperation> {
  const found = new Map<string, ApiOperation>();
  for (const operation of operations) {
    for (const key of [operation.id, operation.operationId, `${operation.method} ${operation.path}`]) {
      if (key !== undefined && !found.has(key)) found.set(key, operation);
    }
  }
  return found;
}

/** Reads hints: those beside operations, at the top of the document, and given apart; what comes later wins, member by member. */
export function hintsOf(document: ApiDocument, given: JsonObject): Hints {
  const findings: Finding[] = [];
  const reportOf =
    (where: string, about: Partial<Finding>): Report =>
    (message) => {
      findings.push({ severity: 'warning', message: `x-understudy${where}: ${message}`, ...about });
      return undefined;
    };
  const operations = new Map<string, OperationHint>();
  const resources = new Map<string, ResourceHint | false>();
  const add = (operation: ApiOperation, hint: JsonObject): void => {
    const about = { operation: `${operation.method} ${operation.path}`, pointer: `${operation.pointer}/x-understudy` };
    operations.set(operation.id, { ...operations.get(operation.id), ...operationHint(hint, reportOf('', about)) });
  };
  for (const operation of document.operations)
    if (Object.keys(operation.hints).length > 0) add(operation, operation.hints);

  const byKey = operationsBy(document);
  for (const root of [memberOf(document.root, 'x-understudy'), given]) {
    if (!isObject(root)) continue;
    for (const name of Object.keys(root))
      if (name !== 'operations' && name !== 'resources')
        reportOf('', {})(`${name} is no hint; there are operations and resources`);
    for (const [key, hint] of Object.entries(isObject(root['operations']) ? root['operations'] : {})) {
      const operation = byKey.get(key);
      const report = reportOf(`, operations, ${key}`, {});
      if (operation === undefined)
        report('the document has no such operation; name it as in GET /pets, or by its operationId');
      else if (isObject(hint)) add(operation, hint);
      else report(`it must be an object, not ${shown(hint)}`);
    }
    for (const [name, hint] of Object.entries(isObject(root['resources']) ? root['resources'] : {})) {
      const read = resourceHint(hint, reportOf(`, resources, ${name}`, {}));
      if (read !== undefined) resources.set(name, read);
    }
  }
  return { operations, resources, findings };
}
