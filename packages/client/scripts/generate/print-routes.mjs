/** Prints routes.ts: every operation as data, from which the client makes its methods. */
import { domainsOf, opening } from './names.mjs';
import { literal } from './print-type.mjs';

/** @returns {string} the file */
export function printRoutes({ operations }) {
  const domains = domainsOf(operations).map((domain) => {
    const own = operations.filter((operation) => operation.domain === domain);
    return `  ${domain}: {\n${own.map(printRoute).join('\n')}\n  },`;
  });
  return `${opening('Every operation of the API as data.')}
import type { Route } from '../route.js';
import type { Domains } from './domains.js';

type Routes = { readonly [Domain in keyof Domains]: { readonly [Name in keyof Domains[Domain]]: Route } };

/** Every operation of the API, by domain and name. */
export const routes: Routes = {
${domains.join('\n')}
};

${printRenewal(operations)}`;
}

/** The operation by which a client that holds a session gets new tokens. */
function printRenewal(operations) {
  const renewing = operations.filter(({ renews }) => renews);
  const [{ domain, name } = {}] = renewing;
  if (renewing.length !== 1) throw new Error(`${renewing.length} operations say x-understudy-renews-session, not one`);
  return `/** The operation that exchanges a refresh token for new tokens. */
export const renewalOf = (domains: Domains) => domains.${domain}.${name};
`;
}

function printRoute({ name, method, path, answers, sends, headers, keyed, control }) {
  const marks = { ...(headers ? { headers } : {}), ...(keyed ? { keyed } : {}), ...(control ? { control } : {}) };
  const members = Object.entries({ method, path, answers, sends, ...marks });
  return `    ${name}: { ${members.map(([member, value]) => `${member}: ${literal(value)}`).join(', ')} },`;
}
