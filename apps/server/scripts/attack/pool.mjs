/** What earlier answers gave, for later requests to use: tokens, codes, cursors, ids. */

const KEPT = 20;

/** Most records of a snapshot that is kept: more would make no request any odder. */
const MAX_RECORDS = 100;

/** Members of answers by the placeholder that asks for them. */
const MEMBERS = {
  access_token: '<ACCESS_TOKEN>',
  refresh_token: '<REFRESH_TOKEN>',
  nextCursor: '<CURSOR>',
  code: '<CODE>',
};

/** The name of the collection that a path ends with, as in `/sandboxes/a/faults`. */
const collectionIn = (target) => /\/[^/?]+(?=\?|$)/.exec(target)?.[0];

class Pool {
  #found = new Map();
  #turn = 0;

  /** An organization that was founded last, and its owner. */
  founded;

  /** Remembers what is worth it in the JSON of an answer to a request. */
  learn(json, { operation, target, headers }) {
    const [first] = Array.isArray(json?.data) ? json.data : [json?.data ?? json];
    if (operation === 'saas.createOrganization' && typeof first?.id === 'string') {
      this.founded = { organization_id: first.id, authorization: headers.authorization };
    }
    this.#keep(collectionIn(target), first?.id);
    for (const holder of [first, json?.pagination, json?.result?.data?.data?.[0]]) {
      if (typeof holder !== 'object' || holder === null) continue;
      for (const [member, placeholder] of Object.entries(MEMBERS)) this.#keep(placeholder, holder[member]);
      const [prefix] = /^[a-z]+_/.exec(holder.id) ?? [];
      if (prefix !== undefined) this.#keep(prefix, holder.id);
    }
  }

  #keep(placeholder, found) {
    if (typeof found !== 'string') return;
    const kept = this.#found.get(placeholder) ?? [];
    kept.push(found);
    if (kept.length > KEPT) kept.shift();
    this.#found.set(placeholder, kept);
  }

  /** Every other time, an id of the same kind that was found; else the one that is given. */
  alike(id) {
    const [prefix] = /^[a-z]+_/.exec(id) ?? [];
    const found = this.#found.get(prefix)?.at(-1);
    this.#turn += 1;
    return found === undefined || this.#turn % 2 === 0 ? id : found;
  }

  /** Every other time, the id that a collection gave last; else the one that is given. */
  idIn(collection, id) {
    const found = this.#found.get(collection)?.at(-1);
    this.#turn += 1;
    return found === undefined || this.#turn % 2 === 0 ? id : found;
  }

  /** One of what was found, in turn; the placeholder itself where there is none. */
  take(placeholder) {
    const kept = this.#found.get(placeholder);
    return kept === undefined ? placeholder : kept[this.#turn++ % kept.length];
  }
}

/** A pool for each sandbox: what one has given is good for nothing in another. */
export class Pools {
  #bySandbox = new Map();
  /** A snapshot that was exported, with records in it where there was one. */
  snapshot;

  /** The pool of the sandbox in a path. */
  of(path) {
    const [, name = 'default'] = /^\/sandboxes\/([^/?]+)\//.exec(path) ?? [];
    const cached = this.#bySandbox.get(name);
    if (cached !== undefined) return cached;
    const pool = new Pool();
    this.#bySandbox.set(name, pool);
    return pool;
  }

  /** Remembers what is worth it in the JSON of an answer to a request. */
  learn(json, request) {
    const isSnapshot = Array.isArray(json?.records) && json.records.length < MAX_RECORDS;
    if (isSnapshot && (json.records.length > 0 || this.snapshot === undefined)) this.snapshot = json;
    this.of(request.target).learn(json, request);
  }
}
