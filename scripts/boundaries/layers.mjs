/** A lint rule: an import within the server never goes up. */
import { posix } from 'node:path';
import { projectPath } from './project-path.mjs';
import { upward } from './server-layers.mjs';
import { importVisitor } from './import-visitor.mjs';

export const layers = {
  meta: { type: 'problem' },
  create(context) {
    const file = projectPath(context.filename);
    if (!file) return {};
    return importVisitor((source) => {
      if (!source.value.startsWith('.')) return;
      const target = posix.join(file, '..', source.value).replace(/\.js$/, '.ts');
      const why = upward(file, target);
      if (why) context.report({ node: source, message: `${file} must not import '${target}'. ${why}` });
    });
  },
};
