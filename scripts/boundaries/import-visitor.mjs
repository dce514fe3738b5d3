/** Finds every way in which a file imports another, types included. */

/**
 * @param {(source: { value: string }) => void} visit is given the literal that names what is imported
 * @returns a visitor for a lint rule
 */
export function importVisitor(visit) {
  const check = (source) => {
    if (typeof source?.value === 'string') visit(source);
  };
  return {
    ImportDeclaration: ({ source }) => check(source),
    ExportNamedDeclaration: ({ source }) => check(source),
    ExportAllDeclaration: ({ source }) => check(source),
    ImportExpression: ({ source }) => check(source),
    TSImportType: ({ source, argument }) => check(source ?? argument?.literal ?? argument),
    CallExpression: ({ callee, arguments: [first] }) => callee.name === 'require' && check(first),
  };
}
