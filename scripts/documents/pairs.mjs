/** Pairs of a collection and its items, found in a document by a rule that is stricter than ours and knows nothing of it. */
import { at, follow, isObject, shapeOf } from './operations.mjs';

/** Type and items of a schema, those of `allOf` too. */
function typed(root, schema, depth = 0) {
  const node = follow(root, schema, '')?.node;
  if (!isObject(node) || depth > 8) return {};
  const parts = (Array.isArray(node.allOf) ? node.allOf : []).map((one) => typed(root, one, depth + 1));
  const from = (key) => [node, ...parts].find((one) => one[key] !== undefined)?.[key];
  return { type: from('type'), items: from('items') };
}

const isArray = ({ type }) => [type].flat().includes('array');

/** Members of a schema, those of `allOf` too. */
export function membersOf(root, schema, depth = 0) {
  const node = follow(root, schema, '')?.node;
  if (!isObject(node) || depth > 8) return {};
  const parts = (Array.isArray(node.allOf) ? node.allOf : []).map((one) => membersOf(root, one, depth + 1));
  return Object.assign({}, ...parts, isObject(node.properties) ? node.properties : {});
}

const plain = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The member that a path parameter names: itself, itself without the noun, else `id`, `uuid`, `key`, `slug`, `name`; a
 * number is none of a name, but may end the path that `uri` holds.
 */
export function idMember(parameter, path, members, isNumber = false) {
  const names = Object.keys(members);
  const wanted = plain(parameter);
  const [noun = ''] = path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .slice(-1);
  const nouns = [
    plain(noun),
    plain(noun).replace(/s$/, ''),
    plain(noun).replace(/ies$/, 'y'),
    plain(noun).replace(/es$/, ''),
  ];
  const without = nouns
    .filter((one) => one !== '' && wanted.startsWith(one) && wanted !== one)
    .map((one) => wanted.slice(one.length));
  const ofNoun = nouns.filter((one) => one !== '').map((one) => `${one}id`);
  // `space_number` of /copilot-spaces.
  const [last = ''] = parameter.split(/[_-]|(?<=[a-z])(?=[A-Z])/).slice(-1);
  const lasts = /^(?:number|code|slug|key|uuid|name)$/i.test(last) ? [plain(last)] : [];
  const candidates = [
    wanted,
    ...without,
    ...lasts,
    'id',
    'uuid',
    'key',
    'slug',
    ...ofNoun,
    ...(isNumber ? ['uri'] : []),
    'name',
  ];
  for (const candidate of candidates) {
    const found = names.find((name) => plain(name) === candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The id that a member holds, which may be the path of the record. */
export const idIn = (record, member) =>
  plain(member) === 'uri' && typeof record[member] === 'string' ? record[member].split('/').at(-1) : record[member];

const isJson = (type) => /json/i.test(type);
/** The schema of the first answer of the 2xx that is JSON. */
export function successSchema(root, operation) {
  const response = operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .toSorted((one, other) => one.status.localeCompare(other.status))[0];
  const media =
    response?.content.find(({ type }) => isJson(type)) ?? response?.content.find(({ type }) => type === '*/*');
  if (media?.schema === undefined) return undefined;
  return follow(root, at(root, media.schema), media.schema)?.node;
}

/** Whether a schema is of an array, or has one member that is an array of objects. Gives the path of members to it. */
export function arrayIn(root, schema) {
  const node = follow(root, schema, '')?.node;
  if (!isObject(node)) return undefined;
  if (isArray(typed(root, node))) return [];
  const members = membersOf(root, node);
  const lists = Object.entries(members).filter(([, one]) => {
    const member = typed(root, one);
    return isArray(member) && Object.keys(membersOf(root, member.items)).length > 1;
  });
  return lists.length === 1 ? [lists[0][0]] : undefined;
}

/** The record in the schema of an answer: itself, or its one member that is an object with the id. */
function recordIn(root, schema, { parameter, path, isNumber }) {
  const members = membersOf(root, schema);
  // `{ "project": { … } }` of /projects/{project} has no id, but a record.
  const isScalar = (one) => Object.keys(membersOf(root, one)).length === 0 && !isArray(typed(root, one));
  const scalars = Object.entries(members).filter(([, one]) => isScalar(one));
  const lists = Object.entries(members).filter(([, one]) => isArray(typed(root, one)));
  const own = [scalars, lists]
    .map((some) => idMember(parameter, path, Object.fromEntries(some), isNumber))
    .find((one) => one !== undefined);
  if (own !== undefined) return { wrap: [], members, id: own };
  const inner = Object.entries(members).flatMap(([name, one]) => {
    const within = membersOf(root, one);
    const id = idMember(parameter, path, within, isNumber);
    return id === undefined || !isObject(follow(root, one, '')?.node) ? [] : [{ wrap: [name], members: within, id }];
  });
  return inner.length === 1 ? inner[0] : undefined;
}

/** Whether two schemas are of one kind of record: the smaller has two thirds of its members in the other. */
function isAlike(one, other) {
  const [names, others] = [Object.keys(one), Object.keys(other)];
  const common = names.filter((name) => others.includes(name)).length;
  return common >= 1 && common >= (2 / 3) * Math.min(names.length, others.length);
}

/**
 * A POST of a collection that answers the record it made, and a GET of an item that answers the same kind of record, with
 * an id that the address takes.
 */
export function pairsOf(root, operations) {
  const by = new Map(operations.map((one) => [`${one.method} ${shapeOf(one.path)}`, one]));
  const found = [];
  for (const create of operations) {
    if (create.method !== 'POST' || /[{}:]$/.test(create.path) || create.path.endsWith('}')) continue;
    const key = shapeOf(create.path);
    const get = by.get(`GET ${key}/{}`);
    if (get === undefined) continue;
    const parameter = /\{([^}]*)\}\/?$/.exec(get.path)?.[1];
    if (parameter === undefined) continue;
    const [made, read] = [successSchema(root, create), successSchema(root, get)];
    if (
      made === undefined ||
      read === undefined ||
      arrayIn(root, made)?.length === 0 ||
      arrayIn(root, read)?.length === 0
    )
      continue;
    const declared = get.parameters.find((one) => one.in === 'path' && one.name === parameter);
    const isNumber =
      declared !== undefined && /integer|number/.test(String(typed(root, at(root, declared.schema)).type));
    const [answered, shown] = [made, read].map((schema) =>
      recordIn(root, schema, { parameter, path: create.path, isNumber }),
    );
    if (
      answered === undefined ||
      shown === undefined ||
      answered.id !== shown.id ||
      !isAlike(answered.members, shown.members)
    )
      continue;
    const list = by.get(`GET ${key}`);
    const listed = list === undefined ? undefined : successSchema(root, list);
    // One record with others in it, such as the root of a tree of categories, lists nothing.
    const around = listed === undefined ? {} : membersOf(root, listed);
    const isRecord = Object.hasOwn(around, shown.id) && isAlike(around, shown.members);
    const items = listed === undefined || isRecord ? undefined : arrayIn(root, listed);
    const of = (method) => by.get(`${method} ${key}/{}`);
    found.push({
      name: create.path,
      create,
      get,
      list: items === undefined ? undefined : list,
      items,
      patch: of('PATCH'),
      put: of('PUT'),
      remove: of('DELETE'),
      parameter,
      answered,
      shown,
    });
  }
  return found;
}
