/** Sample inputs of operations, made from the examples that the contract gives for every field. */

/**
 * A schema of the contract, as far as samples are made from it.
 *
 * @typedef {object} Schema
 * @property {() => { examples?: unknown } | undefined} meta
 * @property {(value: unknown) => { success: boolean }} safeParse
 * @property {() => Schema} [unwrap] of what is optional, or has a default
 * @property {Readonly<Record<string, Schema>>} [shape] of an object
 * @property {string} type
 *
 * @typedef {Pick<import('@understudy/contract').Operation, 'input'>} Described
 */

/** Members that a list input has beside its filters. */
const paging = new Set(['page', 'per_page', 'q', 'pagination_style', 'cursor']);

/** @param {Schema} schema */
const isOptional = (schema) => schema.safeParse(undefined).success;

/**
 * Whether a member, or what it wraps, has an example.
 *
 * @param {Schema} schema
 * @returns {boolean}
 */
function hasExample(schema) {
  return schema.meta()?.examples !== undefined || (schema.unwrap !== undefined && hasExample(schema.unwrap()));
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @returns {unknown}
 */
function exampleOf(name, schema) {
  const examples = schema.meta()?.examples;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (schema.unwrap !== undefined) return exampleOf(name, schema.unwrap());
  // An object is made of the examples of its members.
  if (schema.shape !== undefined) return membersOf(schema.shape, (member) => !isOptional(member));
  // Only a server can give an example of these.
  if (schema.type === 'record') return {};
  if (schema.type === 'string') return 'x';
  throw new Error(`the contract gives no example for ${name}`);
}

/**
 * @param {Readonly<Record<string, Schema>>} shape
 * @param {(member: Schema) => boolean} isWanted
 * @returns {Record<string, unknown>}
 */
function membersOf(shape, isWanted) {
  const members = Object.entries(shape).filter(([name, member]) => !paging.has(name) && isWanted(member));
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(name, member)]));
}

/**
 * @param {Described} operation
 * @returns {Readonly<Record<string, Schema>>}
 */
const shapeOf = ({ input }) => /** @type {{ shape: any }} */ (input).shape;

/**
 * The smallest input that an operation accepts: path parameters and required members.
 *
 * @param {Described} operation
 */
export function sampleInput(operation) {
  return membersOf(shapeOf(operation), (member) => !isOptional(member));
}

/**
 * The optional members of an input, paging left out, each with an example that it accepts.
 *
 * @param {Described} operation
 */
export function sampleOptions(operation) {
  // A parameter that is documented only to be refused has no example.
  return membersOf(shapeOf(operation), (member) => isOptional(member) && hasExample(member));
}

/**
 * The filters of a read, each with an example that it accepts.
 *
 * @param {Described & { method: string }} operation
 */
export function sampleFilters(operation) {
  return operation.method === 'GET' ? sampleOptions(operation) : {};
}
