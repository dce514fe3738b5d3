/** Shows a photo, and draws it. */
import type { Photo } from '@understudy/contract/realestate';
import { type Dataset, fileTag } from '../../kit/index.js';
import { motifOf } from './pictures/motif.js';
import { full, picture, type PictureForm } from './pictures/picture.js';
import type { KeptPhoto } from './records/photo.js';

/** A file of a photo. */
export function draw<Format extends PictureForm['format']>(
  dataset: Dataset,
  photo: KeptPhoto,
  form: PictureForm<Format>,
) {
  return picture(photo, dataset.random('photos/picture', photo.picture), form);
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
  const { mediaType, bytes } = draw(dataset, photo, { size: 'full', format: 'png' });
  return {
    id,
    listing_id,
    position,
    caption: motifOf(photo).caption,
    url,
    thumb_url: `${url}?size=thumb`,
    ...full,
    media_type: mediaType,
    bytes: bytes.byteLength,
    etag: fileTag(bytes),
  };
}
