/** An answer that is a file: its bytes over REST, and over tRPC a document that holds them. */
import { z } from 'zod';
import { DeclarationError } from './declaration-error.js';
import { shaped } from './envelope.js';

/** A media type, and its parameters (RFC 9110 §8.3.1). */
const MEDIA_TYPE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:; ?[\w-]+=[\w-]+)*$/;

/**
 * A file of one of these media types. Over REST its bytes are the body, with a strong ETag and ranges (RFC 9110 §14); over
 * tRPC they stand in a document, in base64.
 *
 * @throws {@link DeclarationError} naming what is no media type
 *
 * @example
 * ```ts
 * import { fileOf, get } from '@understudy/contract';
 * import { z } from 'zod';
 * const getPlan = get('/api/rooms/{room_id}/plan', {
 *   summary: 'Get the plan of a room',
 *   description: 'A drawing of the room from above.',
 *   input: z.object({ room_id: z.string() }),
 *   output: fileOf(['image/png', 'image/svg+xml']),
 * });
 * ```
 */
export function fileOf<const Type extends string>(mediaTypes: readonly [Type, ...Type[]]) {
  const odd = mediaTypes.find((type) => !MEDIA_TYPE.test(type));
  if (odd !== undefined) throw new DeclarationError(`${JSON.stringify(odd)} is not a media type, such as image/png`);
  const document = z.object({
    media_type: z.enum(mediaTypes).meta({ description: 'Media type of the file.', examples: [mediaTypes[0]] }),
    base64: z.base64().meta({ description: 'The bytes of the file in base64 (RFC 4648 §4).', examples: ['aGVsbG8='] }),
  });
  return Object.assign(shaped('file', document), { mediaTypes });
}

/**
 * The media types that a file of an operation can have; none where it answers no file.
 *
 * @example
 * ```ts
 * import { fileOf, mediaTypesOf } from '@understudy/contract';
 * console.log(mediaTypesOf({ output: fileOf(['image/png']) })); // [ 'image/png' ]
 * ```
 */
export function mediaTypesOf({ output }: { readonly output: z.ZodType }): readonly string[] {
  // fileOf has put them there.
  return 'mediaTypes' in output ? (output.mediaTypes as readonly string[]) : [];
}
