/** The schemas of what an operation reads and answers as JSON. */
import type { Components, OperationObject } from './document-object.js';
import type { AnswerShape, ClientOperation } from './model.js';
import type { Schema, Schemas } from './schema.js';

function resolved(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  return schema?.$ref === undefined ? schema : schemas[schema.$ref];
}

/** The schema of the body; undefined where none is read. */
export function bodyOf({ requestBody }: OperationObject, { schemas }: Components): Schema | undefined {
  return resolved(requestBody?.content['application/json']?.schema, schemas);
}

/** The schema of the one record, or of the document, that an operation answers, and of what stands beside it. */
export function answerOf(
  { operationId, responses, 'x-understudy-formats': formats }: OperationObject,
  answers: Exclude<AnswerShape, 'removed'>,
  { schemas }: Components,
): Pick<ClientOperation, 'record' | 'meta'> {
  if (answers === 'nothing' || answers === 'file') return { record: undefined, meta: undefined };
  const { content } = responses['200'] ?? responses['201'] ?? responses['202'] ?? {};
  if (answers === 'stream') return { record: content?.['text/event-stream']?.schema?.contentSchema, meta: undefined };
  if (answers === 'lines') return { record: content?.['application/x-ndjson']?.schema?.contentSchema, meta: undefined };
  const given = content?.['application/json']?.schema;
  // The first form of a list is the page.
  const schema = formats === undefined ? given : given?.anyOf?.[0];
  const answer = resolved(schema, schemas);
  if (schema === undefined || answer === undefined) throw new TypeError(`${operationId} has no answer in JSON`);
  // A document keeps the name it has in the OpenAPI document.
  if (answers === 'document') return { record: answer.$ref === undefined ? schema : answer, meta: undefined };
  const { data, meta } = answer.properties ?? {};
  const record = answers === 'record' ? data : data?.items;
  if (record === undefined) throw new TypeError(`${operationId} answers a ${answers}, but its schema shows no record`);
  return { record, meta };
}
