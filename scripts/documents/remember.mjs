/** Whether a server remembers: create, read it back, see it in the list, change it, read the change, delete it, 404. */
import { isDeepStrictEqual } from 'node:util';
import { at, follow, isObject, parsed } from './operations.mjs';
import { nextPage, sizeOf } from './paging.mjs';
import { idIn, membersOf } from './pairs.mjs';

const PAGES = 60;

/** Whether two ids name one record: an address has them as text, and some documents show a number here and a text there. */
const isSameId = (one, other) => one !== undefined && one !== null && String(one) === String(other);

const within = (value, path) =>
  path.reduce((node, name) => (isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined), value);

const without = (members, names) =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** What a list must be asked for, such as `?parent=`, by the record that is to be in it. */
function filtersFor(list, record) {
  const wanted = list.parameters.filter(({ in: where, required }) => where === 'query' && required);
  const pairs = wanted.map(({ name }) => [
    name,
    isObject(record[name]) ? (record[name].gid ?? record[name].id) : record[name],
  ]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== null));
}

/** A change of a record: a member of the body that is shown in the record, with another valid value. */
function changeOf(root, schema, shownMembers) {
  for (const [name, one] of Object.entries(membersOf(root, schema))) {
    const member = follow(root, one, '')?.node;
    if (
      !isObject(member) ||
      member.readOnly === true ||
      member.writeOnly === true ||
      !Object.hasOwn(shownMembers, name)
    )
      continue;
    const isFree = ['pattern', 'format', 'const', 'oneOf', 'anyOf', 'allOf', 'multipleOf'].every(
      (key) => member[key] === undefined,
    );
    const shown = follow(root, shownMembers[name], '')?.node ?? {};
    const type = [member.type].flat()[0];
    if (!isFree || type !== [shown.type].flat()[0] || shown.format !== undefined || shown.pattern !== undefined)
      continue;
    if (/(?:^|_)id$|Id$|^id|^key$|^slug$|^uuid$|^name$|object|_type$|^type$|status|state/i.test(name)) continue;
    const shownEnum = Array.isArray(shown.enum) ? shown.enum : undefined;
    if (type === 'string' && Array.isArray(member.enum)) {
      const choices = member.enum.filter(
        (word) => typeof word === 'string' && (shownEnum === undefined || shownEnum.includes(word)),
      );
      if (choices.length > 1) return { name, values: choices.slice(0, 2) };
      continue;
    }
    if (shownEnum !== undefined) continue;
    if (type === 'string' && (member.minLength ?? 0) <= 7 && (member.maxLength ?? 99) >= 7)
      return { name, values: ['changed', 'another'] };
    if (type === 'boolean') return { name, values: [true, false] };
    if (type === 'integer' && (member.minimum ?? 0) <= 2 && (member.maximum ?? 9) >= 3) return { name, values: [2, 3] };
  }
  return undefined;
}

/** Members that were sent and do not come back as they were sent. */
function lost(root, sent, record, members) {
  if (!isObject(sent) || !isObject(record)) return [];
  return Object.entries(sent)
    .filter(([name, value]) => {
      const schema = follow(root, members[name], '')?.node;
      if (
        !isObject(schema) ||
        schema.writeOnly === true ||
        schema.readOnly === true ||
        members[name]?.writeOnly === true ||
        members[name]?.readOnly === true
      )
        return false;
      // What is written in another form than it is read is another member.
      if (typeof value === 'object' && value !== null) return false;
      const type = [schema.type].flat().filter((one) => one !== 'null');
      const own = { string: 'string', number: 'number', boolean: 'boolean' }[typeof value];
      if (type.length > 0 && !type.includes(own) && !(own === 'number' && type.includes('integer'))) return false;
      if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
      return !isDeepStrictEqual(record[name], value);
    })
    .map(([name]) => name);
}

/**
 * Tries one pair. Every step gives `undefined`, or why it failed; a step that the document lacks is left out.
 *
 * @param {object} context
 * @param {object} context.root
 * @param {ReturnType<typeof import('./pairs.mjs').pairsOf>[number]} context.pair
 * @param {ReturnType<typeof import('./requests.mjs').requestMaker>} context.make
 * @param {(request: object) => Promise<import('./servers.mjs').Answer>} context.ask
 * @param {ReadonlyMap<string, unknown>} context.known values of the parameters of its parents
 * @returns {Promise<{ steps: Record<string, string | undefined>, trail: object[] }>}
 */
export async function tryPair({ root, pair, make, ask, known, judge }) {
  const steps = {};
  const trail = [];
  const send = async (operation, options) => {
    const { path, ...rest } = options;
    const made = make.request(operation, { ...rest, asJson: true });
    const request = path === undefined ? made : { ...made, path };
    const answer = await ask(request);
    trail.push({
      method: request.method,
      path: request.path,
      sent: request.body,
      type: request.headers['content-type'],
      status: answer.status,
      answer: answer.body.toString().slice(0, 600),
    });
    return { request, answer, value: parsed(answer) };
  };
  const isOk = ({ status }) => status >= 200 && status < 300;
  const saying = ({ status, body }) => `${status} ${body.toString().slice(0, 200)}`;

  let made = await send(pair.create, { known });
  // A name that the example has may be that of a record which is there.
  const named = isObject(made.request.value) ? made.request.value[pair.answered.id] : undefined;
  if (made.answer.status === 409 && typeof named === 'string')
    made = await send(pair.create, { known, body: { ...made.request.value, [pair.answered.id]: `${named}2` } });
  if (made.request.faults.length > 0)
    return { steps: { made: `no valid request: ${made.request.faults[0]}` }, trail, isUnmade: true };
  if (!isOk(made.answer)) return { steps: { create: saying(made.answer) }, trail };
  const record = within(made.value, pair.answered.wrap);
  const id = isObject(record) ? idIn(record, pair.answered.id) : undefined;
  if (id === undefined || id === null || typeof id === 'object')
    return { steps: { create: `no ${pair.answered.id} in the answer` }, trail };
  steps.create = undefined;
  const all = new Map([...known, [pair.parameter, id]]);

  const read = await send(pair.get, { known: all });
  const shown = within(read.value, pair.shown.wrap);
  if (!isOk(read.answer)) return { steps: { ...steps, read: saying(read.answer) }, trail };
  // What the path says of it is not the body's to say.
  const missing = lost(root, made.request.value, shown, without(pair.shown.members, [...known.keys()]));
  steps.read =
    !isObject(shown) || !isSameId(idIn(shown, pair.shown.id), id)
      ? `another record: ${pair.shown.id} ${JSON.stringify(shown?.[pair.shown.id])}, not ${JSON.stringify(id)}`
      : missing.length > 0
        ? `not as it was sent: ${missing.join(', ')}`
        : undefined;

  if (pair.list !== undefined) steps.list = await inList();
  const schemaOf = (operation) => {
    const media = operation.body === undefined ? undefined : make.mediaOf(operation.body);
    return media?.schema === undefined ? undefined : { media, schema: at(root, media.schema) };
  };
  const change = pair.patch ?? pair.put;
  const changed = change === undefined ? undefined : schemaOf(change);
  // A JSON Patch is another language than the record's.
  if (changed !== undefined && !/json-patch\+json/.test(changed.media.type)) {
    const edit = changeOf(root, changed.schema, without(pair.shown.members, [pair.shown.id]));
    if (edit !== undefined) await tryChange(change, changed, edit);
  }
  if (pair.remove !== undefined) {
    const removed = await send(pair.remove, { known: all });
    steps.remove = isOk(removed.answer) ? undefined : saying(removed.answer);
    if (steps.remove === undefined) {
      const gone = await send(pair.get, { known: all });
      steps.gone = gone.answer.status === 404 || gone.answer.status === 410 ? undefined : saying(gone.answer);
    }
  }
  return { steps, trail };

  async function inList() {
    let asked = { query: { ...sizeOf(root, pair.list), ...filtersFor(pair.list, record) } };
    let seen = 0;
    for (let page = 0; page < PAGES; page += 1) {
      const { answer, value } = await send(pair.list, { known, ...asked });
      if (page > 1) trail.pop();
      if (!isOk(answer)) return saying(answer);
      const records = within(value, pair.items);
      if (!Array.isArray(records)) return 'no list in the answer';
      const itemId = (one) =>
        isObject(one) ? (idIn(one, pair.shown.id) ?? one[pair.shown.wrap[0]]?.[pair.shown.id]) : one;
      if (records.some((one) => isSameId(itemId(one), id))) return undefined;
      if (records.length > 0 && records.every((one) => itemId(one) === undefined)) return undefined;
      seen += records.length;
      const next = nextPage(pair.list, { answer, value, seen, query: asked.query ?? {}, records });
      if (next === undefined || isDeepStrictEqual(next, asked)) return `not in the list of ${seen}`;
      asked = next;
    }
    return `not in the first ${PAGES} pages`;
  }

  async function tryChange(operation, { media, schema }, { name, values }) {
    const value = values.find((one) => !isDeepStrictEqual(one, shown?.[name]));
    const whole = operation.method === 'PUT' ? make.bodyValue(media) : { value: {} };
    const base = isObject(whole.value) ? whole.value : {};
    let body = { ...base, [name]: value };
    // A body of PATCH that requires members gets them.
    if (operation.method === 'PATCH' && judge(media.schema, body) !== undefined)
      body = { ...make.bodyValue(media).value, [name]: value };
    if (judge(media.schema, body) !== undefined) return;
    void schema;
    const { answer } = await send(operation, { known: all, body });
    if (!isOk(answer)) {
      steps.change = saying(answer);
      return;
    }
    const again = await send(pair.get, { known: all });
    const after = within(again.value, pair.shown.wrap);
    steps.change = isDeepStrictEqual(after?.[name], value)
      ? undefined
      : `${name} is ${JSON.stringify(after?.[name])}, not ${JSON.stringify(value)}`;
  }
}
