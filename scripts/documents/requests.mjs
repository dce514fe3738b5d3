/** Requests that an operation documents: its examples, its required parameters, the smallest valid body. */
import { at, follow, isObject } from './operations.mjs';
import { membersOf } from './pairs.mjs';
import { maker } from './values.mjs';

const isJson = (type) => /^(?:application\/(?:[\w.+-]+\+)?json|text\/json|\*\/\*|application\/\*)/i.test(type);

const shown = (value) =>
  typeof value === 'string'
    ? value
    : value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
const plain = (value) => encodeURIComponent(shown(value));
/** As `allowReserved` lets characters be. */
const reserved = (value) =>
  encodeURI(shown(value)).replaceAll('#', '%23').replaceAll('&', '%26').replaceAll('+', '%2B');

/** A value in a path. */
function inPath({ name, style, explode }, value) {
  const pairs = isObject(value) ? Object.entries(value) : undefined;
  const list = Array.isArray(value) ? value.map(plain) : undefined;
  const flat = pairs?.flatMap(([key, one]) => (explode ? [`${plain(key)}=${plain(one)}`] : [plain(key), plain(one)]));
  if (style === 'label') return `.${(list ?? flat ?? [plain(value)]).join(explode ? '.' : ',')}`;
  if (style === 'matrix') {
    if (list !== undefined)
      return explode ? list.map((one) => `;${name}=${one}`).join('') : `;${name}=${list.join(',')}`;
    if (flat !== undefined) return explode ? flat.map((one) => `;${one}`).join('') : `;${name}=${flat.join(',')}`;
    return `;${name}=${plain(value)}`;
  }
  return (list ?? flat ?? [plain(value)]).join(',');
}

const SEPARATORS = { spaceDelimited: '%20', pipeDelimited: '%7C', tabDelimited: '%09' };

/** The pairs of a query that a value becomes. */
function inQuery({ name, style, explode, allowReserved }, value) {
  const write = allowReserved ? reserved : plain;
  const key = encodeURIComponent(name);
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (explode || style === 'deepObject') return value.map((one) => `${key}=${write(one)}`);
    return [`${key}=${value.map(write).join(SEPARATORS[style] ?? ',')}`];
  }
  if (isObject(value)) {
    const pairs = Object.entries(value);
    if (style === 'deepObject')
      return pairs.map(([member, one]) => `${key}[${encodeURIComponent(member)}]=${write(one)}`);
    if (explode) return pairs.map(([member, one]) => `${encodeURIComponent(member)}=${write(one)}`);
    return [`${key}=${pairs.flat().map(write).join(',')}`];
  }
  return [`${key}=${write(value)}`];
}

/** Headers, query and cookies that show a credential of a scheme. */
function credential(scheme) {
  if (scheme.type === 'apiKey') return { in: scheme.in, name: scheme.name, value: 'key-0123456789' };
  const isBasic = scheme.type === 'basic' || /^basic$/i.test(scheme.scheme ?? '');
  return { in: 'header', name: 'authorization', value: isBasic ? 'Basic YWRhOnNlY3JldA==' : 'Bearer token-0123456789' };
}

/**
 * Makes requests by a document.
 *
 * @param {object} root
 * @param {(pointer: string, value: unknown) => string | undefined} isWrong judges a value of a request by its schema
 */
export function requestMaker(root, isWrong) {
  const small = maker(root);
  const bare = maker(root, { withExamples: false });
  const full = maker(root, { isFull: true });

  /** The first value that is valid; what is not valid is better than none, and says so. */
  const firstValid = (pointer, candidates) => {
    let first;
    for (const candidate of candidates) {
      const value = candidate();
      if (value === undefined) continue;
      const fault = pointer === undefined ? undefined : isWrong(pointer, value);
      if (fault === undefined) return { value };
      first ??= { value, fault };
    }
    return first ?? { value: 'sample', fault: 'nothing to send was found' };
  };
  const schemaAt = (pointer) => follow(root, at(root, pointer), pointer)?.node;

  const parameterValue = (one) => {
    const schema = schemaAt(one.schema);
    const made = [small, bare].map((make) => () => make(schema ?? {}));
    const found = firstValid(one.schema, [...one.examples.map((value) => () => value), ...made]);
    // An empty list is written as nothing at all, which a required parameter may not be.
    const isNothing = typeof found.value === 'object' && Object.keys(found.value ?? {}).length === 0;
    return isNothing ? firstValid(one.schema, [() => full(schema ?? {}), () => found.value]) : found;
  };

  /** A body, of its examples or made. */
  const bodyValue = ({ type, schema, examples, members }) => {
    if (members !== undefined) {
      const made = {};
      for (const one of members) if (one.required) made[one.name] = parameterValue(one).value;
      return { value: made };
    }
    const node = schema === undefined ? undefined : schemaAt(schema);
    if (node === undefined) return { value: examples[0] ?? {} };
    // An empty list is nothing at all in a form.
    const hasNothing = (value) =>
      isObject(value) && Object.values(value).some((one) => Array.isArray(one) && one.length === 0);
    const whole = full(node);
    if (/form/.test(type) && hasNothing(small(node)) && !hasNothing(whole)) return firstValid(schema, [() => whole]);
    return firstValid(schema, [
      ...examples.map((value) => () => value),
      () => small(node),
      () => bare(node),
      () => full(node),
    ]);
  };

  /** The media type of a body to send: JSON where it is taken, else a form. */
  const mediaOf = (body) =>
    body.content.find(({ type }) => isJson(type)) ??
    body.content.find(({ type }) => /x-www-form-urlencoded/i.test(type)) ??
    body.content.find(({ type }) => /multipart\/form-data/i.test(type)) ??
    body.content[0];

  const resolved = (node) => follow(root, node, '')?.node ?? {};

  /** A value as the `xml` keyword of its schema has it (OpenAPI 3.1 §4.8.26). */
  const inXml = (value, given, name) => {
    const node = resolved(given);
    const xml = { ...node.xml, ...given.xml };
    const element = `${xml.prefix === undefined ? '' : `${xml.prefix}:`}${xml.name ?? name}`;
    const around = (content, attributes = '') => `<${element}${attributes}>${content}</${element}>`;
    if (Array.isArray(value)) {
      const items = node.items ?? {};
      const all = value.map((one) => inXml(one, items, xml.wrapped ? element : name)).join('');
      return xml.wrapped ? around(all) : all;
    }
    const escaped = (text) => shown(text).replaceAll(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
    if (!isObject(value)) return around(escaped(value));
    const members = membersOf(root, node);
    const schemaOf = (member) => members[member] ?? {};
    const isAttribute = ([member]) => resolved(schemaOf(member)).xml?.attribute === true;
    const nameOf = (member) => resolved(schemaOf(member)).xml?.name ?? member;
    const entries = Object.entries(value);
    const attributes = entries.filter(isAttribute).map(([member, one]) => ` ${nameOf(member)}="${escaped(one)}"`);
    const inside = entries
      .filter((entry) => !isAttribute(entry))
      .map(([member, one]) => inXml(one, schemaOf(member), member));
    return around(inside.join(''), attributes.join(''));
  };

  const written = (media, value) => {
    if (/[/+]xml\b/i.test(media.type) && typeof value === 'object' && value !== null) {
      const schema = at(root, media.schema);
      const named = schema?.$ref?.split('/').at(-1) ?? 'root';
      const text = inXml(
        value,
        { ...schema, xml: { ...schema?.xml, ...(Array.isArray(value) && { wrapped: true }) } },
        named,
      );
      return { body: text, type: media.type };
    }
    if (isJson(media.type))
      return { body: JSON.stringify(value), type: media.type.includes('*') ? 'application/json' : media.type };
    if (/x-www-form-urlencoded/i.test(media.type) && isObject(value)) {
      const form = new URLSearchParams();
      for (const [name, one] of Object.entries(value)) for (const each of [one].flat()) form.append(name, shown(each));
      return { body: form.toString(), type: 'application/x-www-form-urlencoded' };
    }
    if (/multipart\/form-data/i.test(media.type) && isObject(value)) {
      const parts = Object.entries(value).flatMap(([name, one]) =>
        [one].flat().map((each) => {
          const isText = typeof each !== 'object' || each === null;
          const head = `Content-Disposition: form-data; name="${name}"${isText ? '' : '\r\nContent-Type: application/json'}`;
          return `--boundary\r\n${head}\r\n\r\n${shown(each)}\r\n`;
        }),
      );
      return { body: `${parts.join('')}--boundary--\r\n`, type: 'multipart/form-data; boundary=boundary' };
    }
    return {
      body: typeof value === 'string' ? value : JSON.stringify(value),
      type: media.type.includes('*') ? 'text/plain' : media.type,
    };
  };

  /**
   * @param {ReturnType<typeof import('./operations.mjs').operationsOf>[number]} operation
   * @param {object} [options]
   * @param {ReadonlyMap<string, unknown>} [options.known] values of path parameters that are known, by their name
   * @param {Readonly<Record<string, unknown>>} [options.query] more of the query
   * @param {unknown} [options.body] what to send instead
   * @param {boolean} [options.withOptional] whether optional parameters that have an example are sent too
   * @param {boolean} [options.asJson] whether JSON is asked for, where it can be had
   */
  const request = (
    operation,
    { known = new Map(), query = {}, body: own, withOptional = false, asJson = false } = {},
  ) => {
    const faults = [];
    const pairs = [];
    const types = operation.responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
    const headers =
      asJson && types.some(({ type }) => isJson(type)) ? { accept: types.find(({ type }) => isJson(type)).type } : {};
    const cookies = [];
    let path = operation.path;
    for (const one of operation.parameters) {
      const isGiven = one.in === 'query' && Object.hasOwn(query, one.name);
      const hasExample = withOptional && one.examples.length > 0;
      if (!one.required && !isGiven && !hasExample) continue;
      const isKnown = one.in === 'path' && known.has(one.name);
      const { value, fault } = isGiven
        ? { value: query[one.name] }
        : isKnown
          ? { value: known.get(one.name) }
          : parameterValue(one);
      if (fault !== undefined) faults.push(`${one.in} ${one.name}: ${fault}`);
      if (one.mediaType !== undefined) {
        const content = isJson(one.mediaType) ? JSON.stringify(value) : shown(value);
        if (one.in === 'query') pairs.push(`${encodeURIComponent(one.name)}=${encodeURIComponent(content)}`);
        else if (one.in === 'header') headers[one.name] = content;
        continue;
      }
      if (one.in === 'path') path = path.replaceAll(`{${one.name}}`, () => inPath(one, value) || 'sample');
      else if (one.in === 'query') pairs.push(...inQuery(one, value));
      else if (one.in === 'cookie') cookies.push(`${one.name}=${plain(value)}`);
      // These are the connection's and the body's own.
      else if (one.in === 'header' && !/^(?:accept|content-type|authorization|content-length|host)$/i.test(one.name))
        headers[one.name] = [value]
          .flat()
          .map(shown)
          .join(',')
          .replaceAll(/[^\x20-\x7e]/g, '');
    }
    // Parameters that the path names and nobody declares.
    path = path.replaceAll(/\{([^}]+)\}/g, (_, name) => plain(known.get(name) ?? 'sample'));
    for (const scheme of operation.credentials) {
      const shownBy = credential(scheme);
      if (shownBy.in === 'query') pairs.push(`${encodeURIComponent(shownBy.name)}=${shownBy.value}`);
      else if (shownBy.in === 'cookie') cookies.push(`${shownBy.name}=${shownBy.value}`);
      else headers[shownBy.name] = shownBy.value;
    }
    if (cookies.length > 0) headers.cookie = cookies.join('; ');
    let sent;
    let value;
    const isBodyWanted =
      operation.body !== undefined && operation.body.content.length > 0 && operation.method !== 'GET';
    if (isBodyWanted) {
      const media = mediaOf(operation.body);
      const made = own === undefined ? bodyValue(media) : { value: own };
      if (made.fault !== undefined) faults.push(`body: ${made.fault}`);
      ({ value } = made);
      const { body, type } = written(media, value);
      [sent, headers['content-type']] = [body, type];
    }
    const address = pairs.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
    // A fragment in a path of a document is never sent.
    return { method: operation.method, path: address.replaceAll('#', '%23'), headers, body: sent, value, faults };
  };
  return { request, bodyValue, mediaOf };
}
