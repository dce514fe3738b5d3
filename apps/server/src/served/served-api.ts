/** Makes the API of a server: our domains, without those that are left out, and the domains that it is given. */
import { type Api, apiOf } from '../call/api.js';
import type { AnyImplementation } from '../call/domain.js';
import * as ours from '../domains/index.js';

/** What decides the API of a server. */
export interface ServedDomains {
  /** Names of our domains that it does not serve. */
  readonly without?: readonly string[];
  /** Domains that it serves beside ours. */
  readonly domains?: readonly AnyImplementation[];
}

/** Makes the API of a server. */
export function servedApi({ without = [], domains = [] }: ServedDomains = {}): Api {
  const kept = Object.values(ours).filter(({ contract }) => !without.includes(contract.name));
  return apiOf([...kept, ...domains]);
}
