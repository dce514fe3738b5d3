/** The OpenAPI document of what crud declares: clean in a linter, also where a record says no more than its types. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { linters, isOfDomains, partOf } from '../openapi/linters.js';
import { inProcess, jsonAt } from '../support.js';
import { implemented } from '../types/right.js';
import { notebook } from './notes.js';

it.each([
  ['described', notebook],
  ['plain', implemented],
])('finds nothing: %s', { timeout: patient(20_000) }, async (_, domain) => {
  const server = await inProcess({ serves: apiOf([...ourDomains, domain]) });
  const document = await jsonAt(server, '/openapi.json');
  await server.close();
  const [[, redocly]] = linters;
  expect(await redocly(partOf(document, isOfDomains(domain.contract.name)))).toEqual([]);
});
