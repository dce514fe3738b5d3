/** The published schema of HAR 1.2 (the package har-schema), as a function. */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import schemas from 'har-schema';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addMetaSchema(draft6);
for (const schema of Object.values(schemas)) ajv.addSchema(schema as object);

/** What is wrong with an archive; empty where it is one. */
export function faultsOfHar(har: unknown): string {
  return ajv.validate('har.json#', har) ? '' : ajv.errorsText();
}
