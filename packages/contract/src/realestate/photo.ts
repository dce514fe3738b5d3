/** A photo of a listing. */
import { z } from 'zod';
import { recordId } from '../kit/field.js';

/** A photo of a listing. */
export const photo = z
  .object({
    id: recordId('Id of the photo.', 'pho_0001'),
    listing_id: recordId('The listing.', 'lst_0001'),
    position: z
      .int()
      .min(1)
      .meta({ description: 'Position among the photos of the listing, counted from 1.', examples: [1] }),
    caption: z.string().meta({ description: 'What it shows.', examples: ['Kitchen'] }),
    url: z.url().meta({
      description: 'Address of the image.',
      examples: ['http://127.0.0.1:4010/api/realestate/photos/pho_0001'],
    }),
    thumb_url: z.url().meta({
      description: 'Address of a small version of the image.',
      examples: ['http://127.0.0.1:4010/api/realestate/photos/pho_0001?size=thumb'],
    }),
    width: z.int().meta({ description: 'Width of the image in pixels.', examples: [640] }),
    height: z.int().meta({ description: 'Height of the image in pixels.', examples: [480] }),
    media_type: z.literal('image/png').meta({ description: 'Media type of the image.', examples: ['image/png'] }),
    bytes: z.int().meta({ description: 'Size of the image in bytes.', examples: [154_218] }),
    etag: z
      .string()
      .meta({ description: 'ETag of the image, with its quotes.', examples: ['"qvTGHdzF6KLavt4PO0gs2a6pQ00"'] }),
  })
  .meta({ id: 'Photo', description: 'A photo of a listing.' });

/** A photo of a listing. */
export type Photo = z.infer<typeof photo>;
