/** The operations by domain on the start page, each linked to its entry in the reference. */
import type { Operation } from '@understudy/contract/kit';
import { type Html, html } from '../kit/html.js';

function domainOf(operation: Operation): string {
  return operation.meta.openapi.tags[0] ?? '';
}

/** Address of an operation in the reference. */
function referenceLink(base: string, operation: Operation): string {
  const entry = [domainOf(operation), operation.name].map(encodeURIComponent).join('/');
  return `${base}/docs#/${entry}`;
}

function listed(base: string, operation: Operation): Html {
  const { method, path, meta } = operation;
  return html`<li>
    <a class="operation" href="${referenceLink(base, operation)}">
      <span class="method ${method.toLowerCase()}">${method}</span><code>${path}</code
      ><span>${meta.openapi.summary}</span>
    </a>
  </li> `;
}

/** All operations. */
export function operationList(base: string, operations: readonly Operation[]): Html {
  const domains = [...new Set(operations.map(domainOf))];
  return html`${domains.map((domain) => {
    const own = operations.filter((operation) => domainOf(operation) === domain);
    return html`<section class="domain" aria-labelledby="domain-${domain}">
      <header>
        <h3 id="domain-${domain}">${domain}</h3>
        <span>${own.length} operations</span>
      </header>
      <ul>
        ${own.map((operation) => listed(base, operation))}
      </ul>
    </section> `;
  })}`;
}
