/** A verdict on the conduct of a client, as `GET /sandboxes/{name}/conduct` lists it. */

/** How much a verdict weighs, the heaviest first. */
export const severities = ['error', 'warning', 'advice'] as const;

/** How much a verdict weighs. */
export type Severity = (typeof severities)[number];

/** A verdict. */
export interface Verdict {
  readonly id: string;
  /** Name of the rule that the client broke. */
  readonly rule: string;
  readonly severity: Severity;
  readonly detail: string;
  /** The requests that it is about, by their `sequence`. */
  readonly requests: readonly number[];
  /** The standard that says so; null where it is plain sense. */
  readonly reference: string | null;
  /** When it was broken, by the clock of the machine. */
  readonly at: string;
}

/** Verdicts by severity. */
export type Counts = Readonly<Record<Severity, number>>;

/** Counts verdicts by severity. */
export function countVerdicts(verdicts: readonly Pick<Verdict, 'severity'>[]): Counts {
  const count = (severity: Severity): number => verdicts.filter((verdict) => verdict.severity === severity).length;
  return { error: count('error'), warning: count('warning'), advice: count('advice') };
}
