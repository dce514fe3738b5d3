/**
 * The lines of a test runner that name what failed, each with the reason below it.
 *
 * @param {string} output
 * @returns {string[]}
 */
export function failuresIn(output) {
  const lines = output.split('\n');
  return lines.flatMap((line, i) => {
    if (!/ FAIL |^(\S+:test: +)?not ok /.test(line)) return [];
    // Another package may say something in between.
    const [of = ''] = /^\S+:test:/.exec(line) ?? [];
    return [
      `${line.trim()}\n  ${lines
        .slice(i + 1)
        .find((next) => next.startsWith(of))
        ?.trim()}`,
    ];
  });
}
