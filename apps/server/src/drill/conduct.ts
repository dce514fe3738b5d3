/** The verdicts of a sandbox, and what to do about each. */
import type { ReadAdvice } from './advice.js';
import type { ReadConduct } from './drill-server.js';

/** Reads what is said of the client of a sandbox. */
export const readConduct: ReadConduct = async () => ({ verdicts: [], isIncomplete: false });

/** What to do about a rule that was broken. */
export const readAdvice: ReadAdvice = () => undefined;
