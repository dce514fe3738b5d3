/** Shows a photo, and draws it. */
import type { Photo } from '@understudy/contract/realestate';
import { type Dataset, type FileContent, fileTag, KeptValues } from '../../kit/index.js';
import { motifOf } from './pictures/motif.js';
import { full, picture, type PictureForm } from './pictures/picture.js';
import type { KeptPhoto } from './records/photo.js';

/** Files that were drawn lately, within so many bytes: a page of a gallery asks for the same ones again and again. */
const drawn = new KeptValues<FileContent<'image/png' | 'image/svg+xml'>>(
  16 * 1024 * 1024,
  ({ bytes }) => bytes.byteLength,
);

/** A file of a photo. */
export function draw(dataset: Dataset, photo: KeptPhoto, form: PictureForm) {
  const { kind, position, picture: number } = photo;
  // All that a picture follows from.
  const key = JSON.stringify([dataset.seed, number, kind, position, form.size, form.format]);
  return drawn.get(key, () => picture(photo, dataset.random('photos/picture', number), form));
}

/** What a photo is shown with. */
interface Showing {
  readonly dataset: Dataset;
  /** Address of the API. */
  readonly apiUrl: string;
}

/** A photo as it is answered. It is drawn, since its length and its tag are those of its image. */
export function showPhoto(photo: KeptPhoto, { dataset, apiUrl }: Showing): Photo {
  const { id, listing_id, position } = photo;
  const url = `${apiUrl}/realestate/photos/${id}`;
  const { bytes } = draw(dataset, photo, { size: 'full', format: 'png' });
  return {
    id,
    listing_id,
    position,
    caption: motifOf(photo).caption,
    url,
    thumb_url: `${url}?size=thumb`,
    ...full,
    media_type: 'image/png',
    bytes: bytes.byteLength,
    etag: fileTag(bytes),
  };
}
