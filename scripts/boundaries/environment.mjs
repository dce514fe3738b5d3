/** A lint rule: main.ts alone reads the environment, so that every other file behaves as its arguments say. */
import { destructuredNames, memberName } from './names.mjs';
import { projectPath } from './project-path.mjs';

export const environment = {
  meta: { type: 'problem' },
  create(context) {
    const file = projectPath(context.filename);
    if (!file || file === 'apps/server/src/main.ts') return {};

    const report = (node) =>
      context.report({
        node,
        message:
          'Only apps/server/src/main.ts reads process.env. Elsewhere it would be a hidden option: pass the value in.',
      });
    return {
      MemberExpression(node) {
        if (memberName(node) === 'process.env') report(node);
      },
      VariableDeclarator(node) {
        if (destructuredNames(node).includes('process.env')) report(node);
      },
      ImportDeclaration({ source, specifiers }) {
        if (!/^(node:)?process$/.test(source.value)) return;
        for (const specifier of specifiers) if (specifier.imported?.name === 'env') report(specifier);
      },
    };
  },
};
