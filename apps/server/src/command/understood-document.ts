/** What was understood of an OpenAPI document, for whoever asks before serving it: loaded only then. */
import { DocumentFault, sayFinding } from '../openapi/document/fault.js';
import { refusedExamples } from '../openapi/document/schema-faults.js';
import type { Finding } from '../openapi/model.js';
import { documentDomains } from '../openapi/domain.js';
import { understoodTable } from '../openapi/understand/table.js';
import { OptionError } from '../options/option.js';
import { nodePlatform } from '../server/node-platform.js';
import { Failure } from './commands.js';
import type { Serving } from './served-document.js';

interface Told {
  readonly text: string;
  /** Whether any of it is not served. */
  readonly hasFaults: boolean;
}

/** Whether the file was read: what its text says is wrong has a line. */
const wasRead = ({ findings, cause }: DocumentFault): boolean =>
  cause === undefined || findings.some(({ line }) => line !== undefined);

const listed = (title: string, findings: readonly Finding[]): string =>
  findings.length === 0 ? '' : `\n${title}\n${findings.map((finding) => `  ${sayFinding(finding)}\n`).join('')}`;

/**
 * Reads a document, and says what was understood of it.
 *
 * @throws {@link Failure} with everything that is wrong with one that cannot be served at all
 */
export async function readUnderstood(
  file: string,
  serving: Serving,
  { json }: { readonly json: boolean },
): Promise<Told> {
  const [one] = await documentDomains({ ...serving, openapi: [file], platform: nodePlatform }).catch(
    (error: unknown) => {
      const fault = error instanceof OptionError ? error.cause : undefined;
      // A file that could be read was asked for rightly.
      throw fault instanceof DocumentFault && wasRead(fault) ? new Failure(fault.message) : error;
    },
  );
  if (one === undefined) throw new TypeError('a file is one document');
  const { document, understanding, domain } = one;
  const findings = [...document.findings, ...understanding.findings, ...(await refusedExamples(document))];
  const faults = findings.filter(({ severity }) => severity === 'fault');
  const hasFaults = faults.length > 0;
  if (json) {
    const operations = document.operations.map(({ id, method, path }) => {
      const { role, says } = understanding.operations.get(id) ?? { role: { kind: 'stateless' }, says: '' };
      return { operation: `${domain}.${id}`, method, path, role: role.kind, says };
    });
    return { text: `${JSON.stringify({ domain, operations, findings }, undefined, 2)}\n`, hasFaults };
  }
  const rest = findings.filter(({ severity }) => severity !== 'fault');
  return {
    text: `${understoodTable(document, understanding)}\n${listed('Not served:', faults)}${listed('Worth a look:', rest)}`,
    hasFaults,
  };
}
