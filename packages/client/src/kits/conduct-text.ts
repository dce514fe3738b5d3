/** Writes what the clients of a sandbox did wrong, for the report of a test. */
import { isApiError } from '../is-api-error.js';
import { readVerdicts, type Verdicts } from '../testing/conduct/read-verdicts.js';
import { countedVerdicts, verdictTexts } from '../testing/conduct/verdict-text.js';
import type { JournalSource } from '../testing/received/journal-source.js';

/** The errors and warnings as blocks of text; none where there are none, or where the server does not judge. */
export async function conductText(source: JournalSource): Promise<string[]> {
  const verdicts = await judged(source);
  if (verdicts === undefined || verdicts.shown.length === 0) return [];
  const headline = `Conduct: ${countedVerdicts(verdicts)} of severity error or warning.`;
  return [headline, ...(await verdictTexts(source, verdicts))];
}

async function judged(source: JournalSource): Promise<Verdicts | undefined> {
  try {
    return await readVerdicts(source, {});
  } catch (error) {
    // A server in a browser does not judge, nor does one of an older version.
    if (isApiError(error, 'not_found')) return undefined;
    throw error;
  }
}
