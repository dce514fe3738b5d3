/** A lint rule: the model of the state only computes, so that what it says holds at once and in every process. */
import { projectPath } from './project-path.mjs';

const model = /^apps\/server\/src\/store\/model\//;

const waiting = new Set(['Promise', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch']);

export const pure = {
  meta: { type: 'problem' },
  create(context) {
    const file = projectPath(context.filename);
    if (!file || !model.test(file)) return {};

    const report = (node, what) =>
      context.report({
        node,
        message: `${what} waits for something. The model only computes: wait in commit or registry.`,
      });
    const checkFunction = (node) => node.async && report(node, 'an async function');
    return {
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      Identifier: (node) => waiting.has(node.name) && report(node, node.name),
    };
  },
};
