/** A lint rule: every import obeys the rows of import-rules.mjs. */
import { posix } from 'node:path';
import { importRules } from './import-rules.mjs';
import { importVisitor } from './import-visitor.mjs';
import { projectPath } from './project-path.mjs';

export const imports = {
  meta: { type: 'problem' },
  create(context) {
    const file = projectPath(context.filename);
    const rules = importRules.filter(({ files, except }) => file && files.test(file) && !except?.test(file));
    if (rules.length === 0) return {};

    return importVisitor((source) => {
      const target = source.value.startsWith('.') ? posix.join(file, '..', source.value) : source.value;
      for (const rule of rules) {
        if (breaks(rule, { file, target })) {
          context.report({ node: source, message: `${file} must not import '${target}'. ${rule.why}` });
        }
      }
    });
  },
};

function breaks({ files, only, never }, { file, target }) {
  const isPackage = !/^(packages|apps)\//.test(target);
  if (only) return isPackage && !only.some((name) => target === name || target.startsWith(`${name}/`));
  return never(target, file.match(files));
}
