/** The two linters that the OpenAPI document is clean in: each gives what it finds. */
import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '@understudy/contract';
import { createConfig, lint } from '@redocly/openapi-core';
import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { dropUnused } from '../../src/http/openapi/components.js';
import { scheduler } from '../../src/listing/scheduler.js';
import type { OpenApiDocument, OpenApiOperation } from '../../src/http/openapi/openapi-document.js';

async function redocly(linted: object): Promise<string[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'understudy-')), 'openapi.json');
  await writeFile(file, JSON.stringify(linted));
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref: file, config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** A document in which each shared response stands once: Spectral would look at it again for each operation. */
function eachResponseOnce(linted: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(linted);
  const seen = new Set<unknown>();
  for (const operation of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    const responses = Object.entries(operation.responses).filter(([, { $ref }]) => {
      const isNew = $ref === undefined || !seen.has($ref);
      return isNew && seen.add($ref);
    });
    operation.responses = Object.fromEntries(responses);
  }
  return copy;
}

async function spectral(linted: OpenApiDocument): Promise<string[]> {
  const linter = new Spectral();
  // Both packages type rulesets on their own, and do not agree.
  linter.setRuleset({ extends: [[oas as never, 'recommended']] });
  const findings = await linter.run(eachResponseOnce(linted));
  return findings.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`);
}

/** The linters, by name. */
export const linters = [
  ['Redocly, recommended', redocly],
  ['Spectral, spectral:oas', spectral],
] as const;

/** Whether an operation of a document is of one of some domains. */
export const isOfDomains =
  (...domains: readonly string[]) =>
  ({ tags }: OpenApiOperation): boolean =>
    Array.isArray(tags) && domains.some((name) => tags.includes(name));

/** Whether an operation of a document, or another at its path, is one of some. */
export const isOneOf =
  (operations: readonly Operation[]) =>
  ({ operationId }: OpenApiOperation): boolean =>
    operations.some(({ name }) => name === operationId);

/** The part of a document that some operations make, with all that it refers to: linters take seconds for each document. */
export function partOf(document: OpenApiDocument, isOf: (operation: OpenApiOperation) => boolean): OpenApiDocument {
  const part = structuredClone(document);
  const paths = Object.entries(part.paths).filter(([, methods]) => Object.values(methods).some(isOf));
  if (paths.length === 0) throw new Error('the document has none of these operations');
  part.paths = Object.fromEntries(paths);
  part.webhooks = {};
  scheduler.runShort(dropUnused(part));
  return part;
}
