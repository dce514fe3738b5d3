/** The OpenAPI document of what crud declares: clean in a linter, also where a record says no more than its types. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { crudHandlers } from '../../src/kit/record-handlers.js';
import { implement } from '../../src/kit/implement.js';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';
import { linters, isOfDomains, partOf } from '../openapi/linters.js';
import { inProcess } from '../support.js';
import { contract, made, notes } from '../types/right.js';
import { notebook } from './notes.js';

const plain = implement(contract, {
  collections: [notes],
  handlers: {
    ...crudHandlers(notes, { one: 'note', many: 'notes', made }),
    finishNote: ({ input, records }) => ({ value: [records.find(notes, input.note_id)] }),
  },
});

it.each([
  ['described', notebook],
  ['plain', plain],
])('finds nothing: %s', { timeout: patient(20_000) }, async (_, domain) => {
  const server = await inProcess({ serves: apiOf([...ourDomains, domain]) });
  const document = (await (await server.fetch('/openapi.json')).json()) as OpenApiDocument;
  await server.close();
  const [[, redocly]] = linters;
  expect(await redocly(partOf(document, isOfDomains(domain.contract.name)))).toEqual([]);
});
