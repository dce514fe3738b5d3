/** Makes the files of a photo: in full and in small, as PNG and as SVG. */
import { bytesOf } from '#platform/bytes';
import type { FileContent, Random } from '../../../kit/index.js';
import { motifOf, type PhotoOf } from './motif.js';
import { pixelsOf } from './pixels.js';
import { png } from './png.js';
import { HEIGHT, WIDTH } from './scene.js';
import { svg } from './svg.js';

/** Sizes that a photo comes in, by their names: each is so wide. */
const widths = { full: WIDTH, thumb: WIDTH / 4 } as const;

/** Media types of the forms. */
const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' } as const;

/** Which file of a photo is wanted. */
export interface PictureForm<Format extends keyof typeof mediaTypes = keyof typeof mediaTypes> {
  readonly size: keyof typeof widths;
  readonly format: Format;
}

/** A file of a photo. It follows from what the photo shows and from its own stream of chance alone. */
export function picture<Format extends keyof typeof mediaTypes>(
  of: PhotoOf,
  random: Random,
  { size, format }: PictureForm<Format>,
): FileContent<(typeof mediaTypes)[Format]> {
  const { caption, draw } = motifOf(of);
  const scene = draw(random);
  const width = widths[size];
  const bytes =
    format === 'svg'
      ? bytesOf(svg(scene, { width, title: caption }))
      : png(pixelsOf(scene, width), Object.values(scene.palette));
  return { mediaType: mediaTypes[format], bytes };
}

/** Size of a photo in full, in pixels. */
export const full = { width: WIDTH, height: HEIGHT };
