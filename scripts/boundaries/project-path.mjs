/** Where a linted file lies in the workspace. */

/**
 * @param {string} filename an absolute path
 * @returns {string | undefined} the path from the root for a package's own source, nothing for tests and the rest
 */
export function projectPath(filename) {
  const path = filename.replaceAll('\\', '/').match(/(?:^|\/)((?:packages|apps)\/[^/]+\/src\/.+)$/)?.[1];
  return path && !/\.(test|test-d)\.ts$/.test(path) ? path : undefined;
}
