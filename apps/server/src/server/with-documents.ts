/** Adds the domains of OpenAPI documents to those that a server serves. */
import type { UnderstoodDocument, DocumentSettings } from '../openapi/domain.js';
import { type Named, OptionError } from '../options/options.js';
import type { ServedDomains } from './served-api.js';

/** The documents of a server. */
export interface DocumentOptions extends DocumentSettings {
  readonly named: Named;
}

/** Domains with those of the documents. */
export interface WithDocuments extends ServedDomains {
  readonly documents: readonly UnderstoodDocument[];
}

const loaded = () => import('../openapi/domain.js');

/**
 * Adds the domains of the documents.
 *
 * @throws {@link OptionError} naming the document, and everything that is wrong with it
 */
export async function withDocuments(served: ServedDomains, given: DocumentOptions): Promise<WithDocuments> {
  const { openapi, named } = given;
  if (openapi.length === 0) return { ...served, documents: [] };
  const { documentDomains } = await loaded();
  const own = await documentDomains(given);
  const twice = own.find(({ domain }, index) => own.findIndex((other) => other.domain === domain) !== index);
  if (twice !== undefined) {
    throw new OptionError(
      `${named('openapi')} has two documents called ${twice.domain}; give them names: ${twice.domain}-2=FILE`,
    );
  }
  return {
    ...served,
    domains: [...(served.domains ?? []), ...own.map(({ implementation }) => implementation)],
    documents: own,
  };
}
