/** Whether an answer is one that the operation documents: its status, its media type, its body and its headers. */
import { isDeepStrictEqual } from 'node:util';

const isJson = (type) => /^(?:application\/(?:[\w.+-]+\+)?json|text\/json)$/i.test(type);

/** Whether a media type of a document, which may be a range, stands for one that came. */
function covers(documented, came) {
  const [type] = documented.split(';').map((part) => part.trim().toLowerCase());
  const [group, sub] = type.split('/');
  const [cameGroup, cameSub] = came.split('/');
  return (
    type === came ||
    type === '*/*' ||
    (sub === '*' && group === cameGroup) ||
    (isJson(type) && isJson(came) && cameSub === sub)
  );
}

/** The response that a status is documented by. */
function documentedFor(operation, status) {
  const range = `${String(status)[0]}XX`;
  const named = (name) => operation.responses.find((one) => one.status.toUpperCase() === name);
  return named(String(status)) ?? named(range) ?? named('DEFAULT');
}

/** A header's text as its schema's value: JSON where that is one, which a number is. */
function headerFault(judge, { name, schema, required }, headers) {
  const text = headers.get(name);
  if (text === null) return required ? `the header ${name} is not there` : undefined;
  let value = text;
  const asText = judge(schema, text);
  if (asText === undefined) return undefined;
  try {
    value = JSON.parse(text);
  } catch {
    // A text.
  }
  const fault = judge(schema, value);
  return fault === undefined ||
    judge(
      schema,
      text.split(',').map((one) => one.trim()),
    ) === undefined
    ? undefined
    : `header ${name}: ${fault}`;
}

/** What is wrong with a body that says it is JSON. */
function jsonFault(judge, schema, body) {
  let value;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return 'the body is no JSON';
  }
  return schema === undefined ? undefined : judge(schema, value);
}

/** Whether a body is an example as it stands in the document: what is wrong with it is the document's. */
function isExample({ examples }, body) {
  const text = body.toString();
  return examples.some((one) => isDeepStrictEqual(one, text) || isDeepStrictEqual(one, JSON.parse(text)));
}

/**
 * @param {(pointer: string, value: unknown) => string | undefined} judge
 * @param {ReturnType<typeof import('./operations.mjs').operationsOf>[number]} operation
 * @param {import('./servers.mjs').Answer} answer
 * @returns {{ kind: string, why: string } | undefined} undefined where nothing is wrong
 */
export function faultOf(judge, operation, { status, headers, body }) {
  const response = documentedFor(operation, status);
  // An operation that documents failures alone has no other answer than one that it does not document.
  const isSilent = !operation.responses.some((one) => /^(?:[23]|default)/i.test(one.status));
  if (response === undefined && isSilent && status < 300) return undefined;
  if (response === undefined)
    return { kind: 'status', why: `${status} is not documented: ${body.toString().slice(0, 300)}` };
  for (const header of response.headers) {
    const fault = headerFault(judge, header, headers);
    if (fault !== undefined) return { kind: 'header', why: fault };
  }
  const type = (headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
  if (response.content.length === 0) return undefined;
  if (body.length === 0)
    return status === 204 || status === 304 ? undefined : { kind: 'empty', why: `no body with ${status}` };
  const media =
    response.content.find((one) => covers(one.type, type)) ??
    response.content.find((one) => isJson(type) && /json/i.test(one.type));
  if (media === undefined)
    return {
      kind: 'type',
      why: `${type || 'no type'} is not documented for ${status}, but ${response.content.map((one) => one.type).join(', ')}`,
    };
  if (!isJson(type) || media.isSequence) return undefined;
  const fault = jsonFault(judge, media.schema, body);
  if (fault === undefined || isExample(media, body)) return undefined;
  return { kind: 'body', why: `${fault} in ${body.toString().slice(0, 300)}` };
}
