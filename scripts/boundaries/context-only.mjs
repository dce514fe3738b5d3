/** A lint rule: seeded code draws no time and no chance of its own, so that two runs answer the same bytes. */
import { destructuredNames, memberName } from './names.mjs';
import { projectPath } from './project-path.mjs';

const seeded = /^(packages\/contract\/src|apps\/server\/src\/(domains|kit))\//;
const sources = /^apps\/server\/src\/kit\/(clock|random)\.ts$/;

const forbidden = new Set(
  ['Math.random', 'Date.now', 'performance.now', 'performance.timeOrigin', 'process.hrtime'].concat(
    ['randomUUID', 'getRandomValues', 'randomBytes', 'randomInt'].map((name) => `crypto.${name}`),
  ),
);

export const contextOnly = {
  meta: { type: 'problem' },
  create(context) {
    const file = projectPath(context.filename);
    if (!file || !seeded.test(file) || sources.test(file)) return {};

    const report = (node, name) =>
      context.report({
        node,
        message: `${name} gives another answer at every run. Take the time and chance from the context (now, newId) or the seed instead.`,
      });
    return {
      MemberExpression(node) {
        const name = memberName(node);
        if (forbidden.has(name)) report(node, name);
      },
      VariableDeclarator(node) {
        for (const name of destructuredNames(node)) if (forbidden.has(name)) report(node, name);
      },
      ImportDeclaration({ source, specifiers }) {
        if (!/^(node:)?(crypto|perf_hooks)$/.test(source.value)) return;
        for (const specifier of specifiers) {
          const name = specifier.imported?.name;
          if (name === 'performance' || forbidden.has(`crypto.${name}`)) report(specifier, name);
        }
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node, 'new Date()');
      },
      CallExpression(node) {
        if (node.callee.name === 'Date') report(node, 'Date()');
      },
    };
  },
};
