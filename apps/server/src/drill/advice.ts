/** What to do about a broken rule. */

/** Gives what to do about a rule that was broken; undefined for an unknown rule. */
export type ReadAdvice = (rule: string) => string | undefined;
