/** A lint rule: every import obeys the rows of import-rules.mjs. */
import { posix } from 'node:path';
import { importRules } from './import-rules.mjs';
import { place } from './place.mjs';

export const imports = {
  meta: { type: 'problem' },
  create(context) {
    const file = place(context.filename);
    const rules = importRules.filter(({ files, except }) => file && files.test(file) && !except?.test(file));
    if (rules.length === 0) return {};

    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const target = source.value.startsWith('.') ? posix.join(file, '..', source.value) : source.value;
      for (const rule of rules) {
        if (breaks(rule, { file, target })) {
          context.report({ node: source, message: `${file} must not import '${target}'. ${rule.why}` });
        }
      }
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source, argument }) => check(source ?? argument?.literal ?? argument),
      CallExpression: ({ callee, arguments: [first] }) => callee.name === 'require' && check(first),
    };
  },
};

function breaks({ files, only, never }, { file, target }) {
  const isPackage = !/^(packages|apps)\//.test(target);
  if (only) return isPackage && !only.some((name) => target === name || target.startsWith(`${name}/`));
  return never(target, file.match(files));
}
