/**
 * Schemas of any version of OpenAPI as JSON Schema 2020-12, for a validator that is not the one we serve with. Nothing of
 * the server is used here: what is proved must not prove itself.
 */
import { isObject } from './operations.mjs';

/** Keys whose values map names to schemas, so that no name in them is a keyword. */
const MAPS = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'schemas',
  'dependentSchemas',
  'paths',
  'responses',
  'parameters',
  'headers',
  'content',
  'requestBodies',
  'links',
  'callbacks',
  'webhooks',
  'securitySchemes',
  'pathItems',
]);

/** Keys whose values are data. They are left out, since nothing refers into them. */
const DATA = new Set(['example', 'examples', 'default', '$schema']);

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);
const NUMBERS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];

/** Whether a member of a schema is only for requests, or only for answers. */
const isFlagged = (schema, flag) => isObject(schema) && schema[flag] === true;

/** The type with null, where `nullable` says so. */
function nullable(made) {
  if (made.type !== undefined) made.type = [...new Set([made.type, 'null'].flat())];
  if (Array.isArray(made.enum) && !made.enum.includes(null)) made.enum = [...made.enum, null];
}

/** What earlier versions wrote in another way. */
function modernize(made, isEarly) {
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ]) {
    if (made[exclusive] === true && typeof made[limit] === 'number') {
      made[exclusive] = made[limit];
      delete made[limit];
    }
  }
  if (isEarly && Array.isArray(made.items)) {
    made.prefixItems = made.items;
    delete made.items;
  }
  if (made.nullable === true) nullable(made);
  if (made.type === 'file') delete made.type;
}

/** Leaves out what is no keyword at all, such as a limit in text: no validator could read it. */
function tidy(made) {
  for (const key of NUMBERS) if (key in made && typeof made[key] !== 'number') delete made[key];
  if ('required' in made && !(Array.isArray(made.required) && made.required.every((one) => typeof one === 'string')))
    delete made.required;
  if (Array.isArray(made.required)) made.required = [...new Set(made.required)];
  if ('type' in made) {
    const types = [made.type].flat().filter((type) => TYPES.has(type));
    if (types.length === 0) delete made.type;
    else made.type = types.length === 1 ? types[0] : types;
  }
  if ('enum' in made && (!Array.isArray(made.enum) || made.enum.length === 0)) delete made.enum;
  if ('format' in made && typeof made.format !== 'string') delete made.format;
  if ('pattern' in made && typeof made.pattern !== 'string') delete made.pattern;
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (key in made && (!Array.isArray(made[key]) || made[key].length === 0)) delete made[key];
  for (const key of ['items', 'additionalProperties', 'not', 'propertyNames', 'contains'])
    if (key in made && !isObject(made[key]) && typeof made[key] !== 'boolean') delete made[key];
}

/** Names of members that are only for the other direction somewhere in a document. */
function flaggedNames(root, flag) {
  const names = new Set();
  const queue = [root];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    if (isObject(node.properties))
      for (const [name, one] of Object.entries(node.properties)) if (isFlagged(one, flag)) names.add(name);
    queue.push(...Object.values(node));
  }
  return names;
}

/**
 * A whole document with all of its schemas in JSON Schema 2020-12.
 *
 * @param {object} root the document as it was read
 * @param {'request' | 'answer'} side what is validated: members that are only for the other side are not required
 */
export function modernDocument(root, side) {
  const flag = side === 'answer' ? 'writeOnly' : 'readOnly';
  const others = flaggedNames(root, flag);
  const isEarly = !String(root.openapi ?? '').startsWith('3.1') && !String(root.openapi ?? '').startsWith('3.2');
  const convert = (node, isMap) => {
    if (Array.isArray(node)) return node.map((one) => convert(one, false));
    if (!isObject(node)) return node;
    if (!isMap && typeof node.$ref === 'string' && isEarly) return { $ref: node.$ref };
    const made = {};
    for (const [key, value] of Object.entries(node)) {
      if (!isMap && (DATA.has(key) || key.startsWith('x-'))) continue;
      if (!isMap && (key === 'enum' || key === 'const')) made[key] = value;
      // A member of an object that is made here; it may be called __proto__.
      else
        Object.defineProperty(made, key, {
          value: convert(value, !isMap && MAPS.has(key)),
          enumerable: true,
          writable: true,
          configurable: true,
        });
    }
    if (isMap) return made;
    modernize(made, isEarly);
    tidy(made);
    if (Array.isArray(made.required)) {
      const isOther = (name) => {
        const own = isObject(node.properties) ? node.properties[name] : undefined;
        return own === undefined
          ? others.has(name)
          : isFlagged(own, flag) || (own.$ref !== undefined && others.has(name));
      };
      made.required = made.required.filter((name) => !isOther(name));
    }
    return made;
  };
  return convert(root, false);
}
