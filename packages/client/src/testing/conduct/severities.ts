/** How grave verdicts are. */
import type { Verdict } from '../../generated/types.js';

/** All severities, the gravest first. */
export const severities: readonly Verdict['severity'][] = ['error', 'warning', 'advice'];

/** A severity and those that are graver. */
export const fromOn = (severity: Verdict['severity'] = 'warning'): readonly Verdict['severity'][] =>
  severities.slice(0, severities.indexOf(severity) + 1);
