/** The operations of a document of any version, read without anything of the server. */

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path without the names of its parameters. */
export const shapeOf = (path) => path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '');

/** The JSON of an answer; undefined where it has none. */
export function parsed({ body }) {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const escaped = (part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (part) => {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
};

/** What a pointer leads to; undefined where it leads nowhere. */
export function at(root, pointer) {
  let node = root;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null) return undefined;
    const name = unescaped(part);
    const key = Object.hasOwn(node, name) ? name : part.replaceAll('~1', '/').replaceAll('~0', '~');
    node = Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return node;
}

/** Follows references within a document; `undefined` where one leads out of it, nowhere, or round and round. */
export function follow(root, node, pointer) {
  const seen = new Set();
  let [here, where] = [node, pointer];
  while (isObject(here) && typeof here.$ref === 'string') {
    if (!here.$ref.startsWith('#') || seen.has(here.$ref)) return undefined;
    seen.add(here.$ref);
    where = here.$ref
      .slice(1)
      .split('/')
      .map((part) => escaped(unescaped(part)))
      .join('/');
    here = at(root, where);
  }
  return here === undefined ? undefined : { node: here, pointer: where };
}

/** @returns {unknown[]} the values of `example`, `examples` and `x-example` of a parameter or a media type */
function examplesOf(root, node) {
  const named = isObject(node.examples)
    ? Object.values(node.examples).map((one) => follow(root, one, '')?.node?.value)
    : (Array.isArray(node.examples) && node.examples) || [];
  return [node.example, ...named, node['x-example']].filter((one) => one !== undefined);
}

const STYLES = {
  csv: { explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

function parameterOf(root, { node, pointer }, isSwagger) {
  const [mediaType, media] = isObject(node.content) ? (Object.entries(node.content)[0] ?? []) : [];
  const early = isSwagger && node.type === 'array' ? (STYLES[node.collectionFormat ?? 'csv'] ?? {}) : {};
  const style = node.style ?? early.style ?? (['query', 'cookie'].includes(node.in) ? 'form' : 'simple');
  const schemaPointer =
    mediaType === undefined ? `${pointer}/schema` : `${pointer}/content/${escaped(mediaType)}/schema`;
  return {
    name: node.name,
    in: node.in,
    required: node.required === true || node.in === 'path',
    style,
    explode: node.explode ?? early.explode ?? style === 'form',
    allowReserved: node.allowReserved === true,
    mediaType,
    examples: [...examplesOf(root, node), ...(isObject(media) ? examplesOf(root, media) : [])],
    // In Swagger 2.0 the parameter is its own schema.
    schema: isSwagger ? pointer : schemaPointer,
    node,
  };
}

/** Parameters of the path and of the operation; the operation's win. */
function parametersOf(root, where, isSwagger) {
  const found = new Map();
  for (const [owner, pointer] of where)
    for (const [index, one] of (Array.isArray(owner.parameters) ? owner.parameters : []).entries()) {
      const target = follow(root, one, `${pointer}/parameters/${index}`);
      if (target === undefined || !isObject(target.node)) return undefined;
      found.set(`${target.node.in} ${target.node.name}`, target);
    }
  return [...found.values()].map((target) => parameterOf(root, target, isSwagger));
}

/** A body of Swagger 2.0, which is a parameter, or several. */
function swaggerBody(root, operation, parameters) {
  const consumes = operation.consumes ?? root.consumes ?? ['application/json'];
  const whole = parameters.find((one) => one.in === 'body');
  if (whole !== undefined)
    return {
      required: whole.required,
      content: consumes.map((type) => ({ type, schema: `${whole.schema}/schema`, examples: whole.examples })),
    };
  const members = parameters.filter((one) => one.in === 'formData');
  if (members.length === 0) return undefined;
  const isFile = members.some(({ node }) => node.type === 'file');
  const other = isFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const first = consumes.find((type) => /form/.test(type)) ?? other;
  return { required: members.some((one) => one.required), content: [{ type: first, members, examples: [] }] };
}

function contentOf(root, { node, pointer }) {
  return Object.entries(isObject(node.content) ? node.content : {}).map(([type, media]) => ({
    type,
    schema: isObject(media) && media.schema !== undefined ? `${pointer}/content/${escaped(type)}/schema` : undefined,
    examples: isObject(media) ? examplesOf(root, media) : [],
    encoding: isObject(media) ? media.encoding : undefined,
    isSequence: isObject(media) && media.itemSchema !== undefined,
  }));
}

function swaggerContent(root, operation, { node, pointer }) {
  if (node.schema === undefined && node.examples === undefined) return [];
  const types = operation.produces ?? root.produces ?? ['application/json'];
  return [...new Set([...types, ...Object.keys(node.examples ?? {})])].map((type) => ({
    type,
    schema: node.schema === undefined ? undefined : `${pointer}/schema`,
    examples: node.examples?.[type] === undefined ? [] : [node.examples[type]],
  }));
}

function responsesOf(root, operation, pointer, isSwagger) {
  const found = [];
  for (const [status, one] of Object.entries(isObject(operation.responses) ? operation.responses : {})) {
    const target = follow(root, one, `${pointer}/responses/${escaped(status)}`);
    if (target === undefined || !isObject(target.node) || status.startsWith('x-')) continue;
    const headers = Object.entries(isObject(target.node.headers) ? target.node.headers : {}).flatMap(
      ([name, header]) => {
        const place = follow(root, header, `${target.pointer}/headers/${escaped(name)}`);
        if (place === undefined || !isObject(place.node)) return [];
        return [
          {
            name,
            required: place.node.required === true,
            schema: isSwagger ? place.pointer : `${place.pointer}/schema`,
          },
        ];
      },
    );
    const content = isSwagger ? swaggerContent(root, operation, target) : contentOf(root, target);
    found.push({ status, content, headers });
  }
  return found;
}

/** What a request shows, by the first requirement that is declared: headers, query and cookies. */
function credentialsOf(root, operation) {
  const [requirement] = operation.security ?? root.security ?? [];
  const schemes = root.components?.securitySchemes ?? root.securityDefinitions ?? {};
  return Object.keys(requirement ?? {}).flatMap((name) => {
    const scheme = follow(root, schemes[name], '')?.node;
    return isObject(scheme) ? [scheme] : [];
  });
}

/**
 * The operations of a document, in its order. What cannot be read, as where it needs another file, is left out.
 *
 * @param {object} root the document as it was read
 */
export function operationsOf(root) {
  const isSwagger = root.swagger !== undefined;
  const found = [];
  for (const [path, item] of Object.entries(isObject(root.paths) ? root.paths : {})) {
    const target = follow(root, item, `/paths/${escaped(path)}`);
    if (target === undefined || !isObject(target.node) || !path.startsWith('/')) continue;
    for (const method of METHODS) {
      const operation = target.node[method];
      if (!isObject(operation)) continue;
      const pointer = `${target.pointer}/${method}`;
      const places = [
        [target.node, target.pointer],
        [operation, pointer],
      ];
      const all = parametersOf(root, places, isSwagger);
      if (all === undefined) continue;
      const place = follow(root, operation.requestBody, `${pointer}/requestBody`);
      const hasBody = isObject(place?.node);
      const body = isSwagger
        ? swaggerBody(root, operation, all)
        : hasBody && { required: place.node.required === true, content: contentOf(root, place) };
      found.push({
        method: method.toUpperCase(),
        path,
        name: `${method.toUpperCase()} ${path}`,
        parameters: all.filter((one) => !['body', 'formData'].includes(one.in)),
        body: body || undefined,
        responses: responsesOf(root, operation, pointer, isSwagger),
        credentials: credentialsOf(root, operation),
      });
    }
  }
  return found;
}

/** Whether a document needs other files, which this proof does not follow. */
export function hasForeign(root) {
  const queue = [root];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    if (typeof node.$ref === 'string' && !node.$ref.startsWith('#')) return true;
    queue.push(...Object.values(node));
  }
  return false;
}
