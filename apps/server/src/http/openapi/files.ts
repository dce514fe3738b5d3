/** What the OpenAPI document says of operations that answer files: bodies, headers, and the parameters of their ranges. */
import { mediaTypesOf, type Operation } from '@understudy/contract/kit';
import type { Media } from './bodies.js';
import { partHeaders } from './headers.js';
import { type Json, parameter } from './parameters.js';

/** The bodies of a file: bytes of each of its media types, or text. */
export function fileContent(operation: Operation): Media {
  const bodies = mediaTypesOf(operation).map((type): [string, Media[string]] => {
    const isText = type.startsWith('text/');
    return [type, { schema: isText ? { type: 'string' } : { type: 'string', format: 'binary' } }];
  });
  return Object.fromEntries(bodies);
}

/** The answer with a part of a file. */
export function partResponse(operation: Operation): Json {
  return {
    description: 'The part of the file that Range asks for (RFC 9110 §15.3.7).',
    headers: partHeaders,
    content: fileContent(operation),
  };
}

/** A header that only says which part of a file is wanted. */
const header = (name: string, description: string, example: string): Json =>
  parameter(name, { in: 'header', required: false }, { type: 'string', description, examples: [example] });

const ranges: readonly Json[] = [
  header(
    'Range',
    'The part of the file that is wanted, in bytes: from a position up to another (`bytes=0-1023`), from one on (`bytes=1024-`), or so many at the end (`bytes=-512`). Several ranges, or another unit, are answered with the whole file.',
    'bytes=0-1023',
  ),
  header(
    'If-Range',
    'ETag of the file that the client has a part of: where it is another by now, Range does not count, and the whole file is answered.',
    '"qvTGHdzF6KLavt4PO0gs2a6pQ00"',
  ),
];

/** The headers that a request for a file may have; what they say is no input of the operation. */
export function rangeParameters({ answers }: Operation): readonly Json[] {
  return answers === 'file' ? ranges : [];
}
