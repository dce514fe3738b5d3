/** A lint rule: two files alone read the environment, so that every other file behaves as its arguments say. */
import { destructuredNames, memberName } from './names.mjs';
import { projectPath } from './project-path.mjs';

/** The command, and the test kits: there a user sets variables for a program that is not theirs. */
const readers = ['apps/server/src/main.ts', 'packages/client/src/kits/test-server.ts'];

export const environment = {
  meta: { type: 'problem' },
  create(context) {
    const file = projectPath(context.filename);
    if (!file || readers.includes(file)) return {};

    const report = (node) =>
      context.report({
        node,
        message:
          'Only apps/server/src/main.ts and the test kits read process.env. Elsewhere it would be a hidden option: pass the value in.',
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
