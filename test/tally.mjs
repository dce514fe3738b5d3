/** Counts what is tried, and says of each try how it went. */

/** @returns the counts, what tries something, and what says that it cannot be tried */
export function openTally() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  return {
    counts,
    /** Tries something; what it throws is its failure. */
    count: async (name, trying) => {
      try {
        await trying();
        counts.passed += 1;
        console.log(`ok      ${name}`);
      } catch (error) {
        counts.failed += 1;
        console.log(`FAILED  ${name}\n        ${error.message.replaceAll('\n', '\n        ')}`);
      }
    },
    /** Says aloud what is missing. */
    skip: (what) => {
      counts.skipped += 1;
      console.log(`\n!!! ${what}\n`);
    },
    /** Prints the counts; in continuous integration nothing may be missing. */
    end: () => {
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
      process.exitCode = counts.failed > 0 || (counts.skipped > 0 && process.env.CI === 'true') ? 1 : 0;
    },
  };
}
