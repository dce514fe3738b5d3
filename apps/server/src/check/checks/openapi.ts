/** The OpenAPI document of a domain has what generators of clients need. */
import { callReady } from '../bench.js';
import { ofDomains, ofOperations } from '../check.js';
import { Fault, holds, same } from '../finding.js';
import { documentFaults } from '../document-faults.js';

const asked = "curl 'http://127.0.0.1:4010/openapi.json'";

/** The check. */
export const openapi = ofDomains({
  name: 'openapi',
  proves: 'The OpenAPI document has nothing that generators of clients fail at.',
  run: async ({ contract }, bench) => {
    const document = await bench.document();
    const own = Object.values(contract.operations).map(({ name }) => name);
    const faults = documentFaults(document, own);
    if (faults.length > 0) throw new Fault({ asked, expected: 'no findings', actual: faults.join('; ') });
  },
});

/** The check. */
export const documented = ofOperations({
  name: 'documented',
  proves: 'An operation is documented under its name, with the status that it answers.',
  run: async (operation, bench) => {
    const found = (await bench.document()).paths[operation.path]?.[operation.method.toLowerCase()];
    same({ what: 'operationId', asked, actual: found?.operationId, expected: operation.name });
    const ready = await bench.ready(await bench.sandbox(operation), operation);
    if (ready === undefined) return;
    const { status, asked: call } = await callReady(operation, ready);
    const statuses = Object.keys(found?.responses ?? {});
    const expected = `one of the documented statuses ${statuses.join(', ')}`;
    holds(statuses.includes(String(status)), { asked: call, expected, actual: String(status) });
  },
});
