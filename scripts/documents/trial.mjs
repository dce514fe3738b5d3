/** What one document is tried with on one server: every operation, every pair, the same bytes twice. */
import { createHash } from 'node:crypto';
import { faultOf } from './answers.mjs';
import { arrayIn, idIn, idMember, pairsOf, successSchema } from './pairs.mjs';
import { isObject, operationsOf, parsed, shapeOf } from './operations.mjs';
import { requestMaker } from './requests.mjs';
import { tryPair } from './remember.mjs';
import { judge } from './validity.mjs';

/** The order of methods: reads, what writes, and what takes away last. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Addresses that are ours with every document, which the start says. */
const CLAIMED =
  /^\/(?:docs$|healthz$|readyz$|metrics$|openapi\.json$|sandboxes(?:\/|$)|problems(?:\/|$)|faults$|conduct(?:\/|$))/;

const hash = (text) => createHash('sha256').update(text).digest('hex');

/** Some of a list, chosen by the hash of their names, in the order of the list. */
function some(list, amount) {
  if (list.length <= amount) return list;
  const chosen = new Set(
    list
      .map(({ name }) => hash(name))
      .toSorted()
      .slice(0, amount),
  );
  return list.filter(({ name }) => chosen.has(hash(name)));
}

/** What a document has to be tried with; made once for all servers. */
export function prepare(root, { operations: most = 60, pairs: mostPairs = 15 } = {}) {
  // No request can name a fragment, by which some documents tell operations of one address apart.
  // Of two paths that no request can tell apart the first is tried, and none that is ours with every document.
  const shapes = new Set();
  const all = operationsOf(root).filter(({ method, path }) => {
    const shape = `${method} ${shapeOf(path.replace(/[?].*$/, ''))}`;
    if (path.includes('#') || shapes.has(shape) || CLAIMED.test(path)) return false;
    shapes.add(shape);
    return true;
  });
  const answers = judge(root, 'answer');
  const requests = judge(root, 'request');
  const pairs = pairsOf(root, all);
  return {
    root,
    all,
    operations: some(all, most),
    everyPair: pairs,
    allPairs: pairs.length,
    pairs: some(pairs, mostPairs),
    answers,
    requests,
    make: requestMaker(root, requests),
  };
}

/** Finds ids that a server has, in its lists: those that the parameters of a path can be given. */
function idFinder({ root, all, make, everyPair }, ask) {
  const lists = new Map(all.filter(({ method }) => method === 'GET').map((one) => [shapeOf(one.path), one]));
  const found = new Map();
  const unreachable = [];
  /** Ids of lists that may be of something else. */
  const guesses = new Set();
  const firstId = async (collection, parameter, known, isOwn) => {
    const address = shapeOf(collection);
    const list = lists.get(address) ?? lists.get(`${address}.json`);
    if (list === undefined) return undefined;
    const schema = successSchema(root, list);
    const items = schema === undefined ? undefined : arrayIn(root, schema);
    // Its own names of the parameters may be others.
    const values = [...collection.matchAll(/\{([^}]*)\}/g)].map(([, name]) => known.get(name));
    const named = (operation, inOrder) => {
      const names = [...operation.path.matchAll(/\{([^}]*)\}/g)].map(([, name], index) => [name, inOrder[index]]);
      return new Map(names.filter(([, value]) => value !== undefined));
    };
    const answer = await ask(make.request(list, { known: named(list, values), asJson: true }));
    const body = parsed(answer);
    // Where the schema says nothing, the answer does.
    const within = isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
    const arrays = within.map((one) => Object.values(one).filter(Array.isArray)).find(({ length }) => length > 0) ?? [];
    const inBody = Array.isArray(body) ? body : arrays.length === 1 ? arrays[0] : undefined;
    const records =
      items === undefined ? inBody : items.length === 0 ? body : isObject(body) ? body[items[0]] : undefined;
    const first = Array.isArray(records) ? records[0] : undefined;
    // `{ "product": { … } }`: what is in an object alone is the record.
    const [inner, ...others] = isObject(first) ? Object.values(first) : [];
    const record = isObject(inner) && others.length === 0 ? inner : first;
    if (!isObject(record)) return typeof record === 'string' || typeof record === 'number' ? record : undefined;
    const isId = (value) => typeof value === 'string' || typeof value === 'number';
    const member = idMember(parameter, collection, record);
    const candidates = [
      member === undefined ? undefined : idIn(record, member),
      record.login,
      record.id,
      idIn(record, 'uri'),
      record.metadata?.name,
      ...Object.values(record),
    ];
    const get = lists.get(`${address}/{}`) ?? lists.get(`${address}/{}.json`);
    if (get === undefined) return candidates.find(isId);
    // Which member the address takes, the document says to people alone.
    for (const candidate of [...new Set(candidates.filter(isId))].slice(0, 6)) {
      const { status } = await ask(make.request(get, { known: named(get, [...values, candidate]) }));
      if (status < 400) return candidate;
    }
    if (isOwn) unreachable.push({ list: list.name, get: get.name, record: JSON.stringify(record).slice(0, 300) });
    return undefined;
  };
  /** The lists that may have what a parameter names: that before it, and that of its noun, as `/workspaces` for `/repositories/{workspace}`. */
  const listsFor = (collection, parameter) => {
    const noun = parameter.toLowerCase().replace(/[_-]?(?:id|uuid|slug|name|key)$/, '');
    const isOfNoun = (path) => noun !== '' && [noun, `${noun}s`].includes(path.split('/').at(-1).toLowerCase());
    const roots = [...lists.keys()].filter((path) => !path.includes('{') && isOfNoun(path));
    const [other] = roots.toSorted((one, two) => one.split('/').length - two.split('/').length);
    if (other === undefined || other === collection) return [collection];
    return isOfNoun(collection) ? [collection, other] : [other, collection];
  };
  /** The id of a record that is created, where nothing lists those that there are. */
  const created = new Map();
  const createdId = async (collection, parameter, known) => {
    const shape = shapeOf(collection);
    const create = all.find(({ method, path }) => method === 'POST' && shapeOf(path) === shape);
    const pair = everyPair.find((one) => one.create === create);
    if (create === undefined) return undefined;
    const answer = await ask(make.request(create, { known, asJson: true }));
    const wrap = pair?.answered.wrap ?? [];
    const record = wrap.reduce((node, name) => (isObject(node) ? node[name] : undefined), parsed(answer));
    if (!isObject(record) || answer.status >= 300) return undefined;
    const member = pair?.answered.id ?? idMember(parameter, collection, record);
    const id = member === undefined ? undefined : idIn(record, member);
    const get = lists.get(`${shape}/{}`);
    if (typeof id === 'object' || id === undefined || get === undefined) return undefined;
    const names = [...get.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
    const values = new Map([...known, [names.at(-1), id]]);
    return (await ask(make.request(get, { known: values }))).status < 400 ? id : undefined;
  };
  /**
   * @param {string} path
   * @param {boolean} mayCreate whether a record is created where no list has one
   * @returns {Promise<Map<string, unknown>>} values of the parameters of a path that are ids of records that there are
   */
  const knownFor = async (path, mayCreate) => {
    const known = new Map();
    const pieces = path.split('/');
    for (const [index, piece] of pieces.entries()) {
      const name = /^\{([^}]*)\}$/.exec(piece)?.[1];
      if (name === undefined) continue;
      const collection = pieces.slice(0, index).join('/');
      const key = JSON.stringify([collection, name, [...known.values()]]);
      for (const one of found.has(key) ? [] : listsFor(collection, name)) {
        if (found.get(key) !== undefined) break;
        const isOwn = one === collection;
        const id = await firstId(one, name, known, isOwn).catch(() => undefined);
        found.set(key, id);
        if (!isOwn) guesses.add(`${name} ${id}`);
      }
      if (found.get(key) === undefined && mayCreate && index < pieces.length - 1) {
        if (!created.has(key)) created.set(key, await createdId(collection, name, known).catch(() => undefined));
      }
      const id = found.get(key) ?? created.get(key);
      // One that is not known is made by its schema: what comes after it is of a record that may not be there.
      if (id !== undefined) known.set(name, id);
    }
    return known;
  };
  return { knownFor, unreachable, isGuess: (name, id) => guesses.has(`${name} ${id}`) };
}

/**
 * Tries a document on a server.
 *
 * @param {ReturnType<typeof prepare>} prepared
 * @param {import('./servers.mjs').Server} server
 * @param {{ optional?: boolean }} [options] whether requests with every example are made as well
 */
export async function tryDocument(prepared, server, { optional = true } = {}) {
  const { root, operations, pairs, answers, make } = prepared;
  const counts = { requests: 0, valid: 0, unmade: 0, unknownId: 0, failed: 0 };
  const faults = [];
  const bytes = [];
  /** Requests made by the document, by their number: pointers to ids in their paths, which were found in answers. */
  const documented = new Map();
  const ask = async (request) => {
    counts.requests += 1;
    return server.fetch(request);
  };
  const { knownFor, unreachable, isGuess } = idFinder(prepared, ask);

  const tryOperation = async (operation, options) => {
    const known = await knownFor(operation.path, operation.method !== 'GET');
    const request = make.request(operation, { known, ...options });
    // What cannot be asked for by the document itself proves nothing.
    if (request.faults.length > 0) {
      counts.unmade += 1;
      return;
    }
    const sent = { method: request.method, path: request.path, headers: request.headers, body: request.body };
    // The journal numbers requests as they are counted here.
    documented.set(counts.requests + 1, new Set([...known.keys()].map((name) => `/path/${name}`)));
    let answer;
    try {
      answer = await ask(request);
    } catch (error) {
      counts.failed += 1;
      faults.push({ operation: operation.name, kind: 'failed', why: error.message, request: sent });
      return;
    }
    if (operation.method === 'GET')
      bytes.push({ request: sent, operation: operation.name, hash: hash(answer.body), status: answer.status });
    const fault = faultOf(answers, operation, answer);
    const isMade = [...operation.path.matchAll(/\{([^}]*)\}/g)].some(
      ([, name]) => !known.has(name) || isGuess(name, known.get(name)),
    );
    if (fault === undefined) {
      // Refused as it documents, though it asked as it documents; some operations document nothing else.
      const canSucceed = operation.responses.some(({ status }) => /^(?:2|default)/i.test(status));
      if (canSucceed && [400, 401, 403, 406, 415, 422].includes(answer.status)) {
        counts.refused = (counts.refused ?? 0) + 1;
        faults.push({
          operation: operation.name,
          kind: 'refused',
          why: `${answer.status} ${answer.body.toString().slice(0, 300)}`,
          request: sent,
        });
      } else if (answer.status === 404) {
        counts.unknownId += 1;
        if (!isMade && operation.method === 'GET')
          faults.push({
            operation: operation.name,
            kind: 'not found',
            why: `404 for ids of its own lists: ${answer.body.toString().slice(0, 200)}`,
            request: sent,
          });
      }
      counts.valid += 1;
      return;
    }
    // What it is below may have been deleted before.
    if (fault.kind === 'status' && answer.status === 404 && (isMade || operation.method === 'DELETE')) {
      counts.unknownId += 1;
      return;
    }
    faults.push({ operation: operation.name, ...fault, request: sent });
  };

  const of = (method) => operations.filter((one) => one.method === method);
  for (const operation of of('GET')) {
    await tryOperation(operation, {});
    const hasMore = operation.parameters.some((one) => !one.required && one.examples.length > 0 && one.in === 'query');
    if (optional && hasMore) await tryOperation(operation, { withOptional: true });
  }
  const remembered = [];
  for (const pair of pairs) {
    const known = await knownFor(pair.create.path, true);
    try {
      const { steps, trail, isUnmade } = await tryPair({ root, pair, make, ask, known, judge: prepared.requests });
      const failed = Object.entries(steps).filter(([, why]) => why !== undefined);
      remembered.push({
        pair: pair.name,
        isUnmade: isUnmade === true,
        steps: Object.keys(steps),
        failed: Object.fromEntries(failed),
        trail: failed.length > 0 ? trail : [],
      });
    } catch (error) {
      remembered.push({ pair: pair.name, isUnmade: false, steps: [], failed: { failed: error.message }, trail: [] });
    }
  }
  for (const method of ORDER.slice(1)) for (const operation of of(method)) await tryOperation(operation, {});
  for (const { list, get, record } of unreachable)
    faults.push({
      operation: get,
      kind: 'not found',
      why: `no member of the first record of ${list} leads to it, in ${record}`,
    });
  return { counts, faults, bytes, remembered, documented };
}

const UUID = '182bd5e5-6e1a-4fe4-a799-aa6d9a6ab26e';

/** An id that no record has, as suites of generated SDKs ask for one; undefined where the document says which there are. */
function dummyId({ name, node, examples }) {
  const { type, format, pattern, enum: values, minimum = 0 } = isObject(node.schema) ? node.schema : node;
  if (examples.length > 0 || values !== undefined || pattern !== undefined) return undefined;
  if (type === 'integer' || type === 'number') return minimum <= 0 ? 0 : undefined;
  if (format === 'uuid') return UUID;
  return type === 'string' && format === undefined ? name : undefined;
}

/** Calls every operation with ids out of the blue: each must answer its first success, and that must be valid. */
export async function tryAnyIds({ operations, answers, make }, server) {
  const counts = { asked: 0, unmade: 0, answered: 0 };
  const faults = [];
  for (const operation of ORDER.flatMap((method) => operations.filter((one) => one.method === method))) {
    const success = operation.responses.find(({ status }) => status.startsWith('2'));
    const ids = operation.parameters.flatMap((one) => (one.in === 'path' ? [[one.name, dummyId(one)]] : []));
    const request = make.request(operation, { known: new Map(ids.filter(([, id]) => id !== undefined)) });
    if (request.faults.length > 0 || success === undefined) {
      counts.unmade += 1;
      continue;
    }
    counts.asked += 1;
    const answer = await server.fetch(request).catch(({ message }) => ({ status: 0, body: Buffer.from(message) }));
    const isFirst = /^\d{3}$/.test(success.status) ? answer.status === Number(success.status) : answer.status < 300;
    const fault = isFirst ? faultOf(answers, operation, answer) : { kind: 'status', why: String(answer.status) };
    if (fault === undefined) counts.answered += 1;
    else {
      const { method, path, body } = request;
      const said = `${fault.why} ${answer.body.toString().slice(0, 300)}`;
      faults.push({ operation: operation.name, ...fault, why: said, request: { method, path, body } });
    }
  }
  return { counts, faults };
}

/** Asks a second server for everything that the first was asked by GET; gives what it answers otherwise. */
export async function compareBytes(bytes, server) {
  const others = [];
  for (const { request, operation, hash: expected, status } of bytes) {
    const answer = await server.fetch(request).catch((error) => ({ status: 0, body: Buffer.from(error.message) }));
    if (hash(answer.body) !== expected || answer.status !== status) others.push({ operation, request });
  }
  return others;
}
