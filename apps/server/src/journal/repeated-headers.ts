/** What is made of the headers of a request, which many requests have alike, one after the other. */
import { headerMembers } from './header-text.js';
import { headerSigns } from './signs/header-signs.js';

/** Headers, as the members of a JSON object, and their signs. */
interface HeaderTexts {
  readonly members: string;
  readonly signs: string;
}

/** What was last made, and of what. */
let latest: HeaderTexts & { readonly pairs: readonly string[]; readonly sandbox: string } = {
  pairs: [],
  sandbox: '',
  members: '',
  signs: '',
};

/**
 * The texts of the headers of a request.
 *
 * @param pairs names and values in turn
 */
export function repeatedHeaders(pairs: readonly string[], sandbox: string): HeaderTexts {
  const { pairs: known } = latest;
  if (latest.sandbox !== sandbox || known.length !== pairs.length || !known.every((text, i) => text === pairs[i])) {
    latest = { pairs, sandbox, members: headerMembers(pairs), signs: headerSigns(pairs, sandbox) };
  }
  return latest;
}
