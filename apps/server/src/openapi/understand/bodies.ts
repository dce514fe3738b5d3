/** The body that an operation takes, and the one that it answers when all goes well. */
import type { ApiMedia, ApiOperation, ApiResponse } from '../model.js';
import { type Shape, type Shapes } from './shapes.js';

/** What an operation answers when all goes well. */
export interface Answer {
  readonly response: ApiResponse;
  /** Its JSON; undefined where it has none. */
  readonly media: ApiMedia | undefined;
}

const isJson = ({ type, isSequence }: ApiMedia): boolean =>
  !isSequence && /^(?:application\/(?:.+\+)?json|text\/json|\*\/\*|application\/\*|.+\+json)\s*(?:;|$)/i.test(type);

const isForm = ({ type }: ApiMedia): boolean =>
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i.test(type);

/** Statuses in the order in which they are the one that an operation is made for. */
function rank({ status, content }: ApiResponse): number {
  const base = /^2\d\d$/.test(status) ? Number(status) : /^2xx$/i.test(status) ? 300 : 400;
  return content.some(isJson) ? base : base + 500;
}

/** The answer of an operation; undefined where it documents no success. */
export function answerOf({ responses }: ApiOperation): Answer | undefined {
  const good = responses.filter(({ status }) => /^2(?:\d\d|xx)$/i.test(status));
  const all = good.length > 0 ? good : responses.filter(({ status }) => status === 'default');
  const [response] = all.toSorted((one, other) => rank(one) - rank(other));
  return response && { response, media: response.content.find(isJson) };
}

/** The media type of a body that a record is read from: JSON, else a form. */
export function bodyMediaOf({ body }: ApiOperation): ApiMedia | undefined {
  return body && (body.content.find(isJson) ?? body.content.find(isForm));
}

/** A list of changes of JSON Patch (RFC 6902): it says nothing of the record. */
export const isJsonPatch = (media: ApiMedia): boolean => /json-patch/i.test(media.type);

/** What the JSON of a good answer is; undefined where there is none. */
export function answerShape(shapes: Shapes, operation: ApiOperation): Shape | undefined {
  const media = answerOf(operation)?.media;
  return media && shapes.of(media.schema);
}

export function bodyShape(shapes: Shapes, operation: ApiOperation): Shape | undefined {
  const media = bodyMediaOf(operation);
  return media && shapes.of(media.schema);
}
