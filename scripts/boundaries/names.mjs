/** Reads names from syntax: `a.b`, `a['b']`, `globalThis.a.b`, and `const { b } = a`. */

/** @returns {string | undefined} `a.b` for a member expression of two names, whichever way it is written */
export function memberName(node) {
  const object = node.object.type === 'MemberExpression' ? globalName(node.object) : node.object.name;
  const property = propertyName(node);
  return object && property && `${object}.${property}`;
}

/** @returns {string[]} `a.b` and `a.c` for `const { b, c: other } = a` */
export function destructuredNames({ id, init }) {
  if (id.type !== 'ObjectPattern' || !init) return [];
  const object = init.type === 'MemberExpression' ? globalName(init) : init.name;
  return object ? id.properties.map(({ key }) => `${object}.${key?.name ?? key?.value}`) : [];
}

function globalName(node) {
  return node.object.name === 'globalThis' ? propertyName(node) : undefined;
}

function propertyName({ property, computed }) {
  return computed ? property.value : property.name;
}
