/** Which photos belong to which listing: those of a listing lie together, 3 to 8 of them. */
import type { Dataset } from '../../../kit/index.js';

/** In each run of so many listings, one has the fewest photos, one a photo more, and so on. */
const RUN = 6;

/** Fewest photos of a listing. */
const FEWEST = 3;

/** Photos of a run of listings. */
const IN_RUN = RUN * FEWEST + (RUN * (RUN - 1)) / 2;

/** Photos of each listing of a run. */
function countsOf(dataset: Dataset, run: number): number[] {
  return dataset
    .random('photos/count', run)
    .order(RUN)
    .map((more) => FEWEST + more);
}

/** Photos of the seeded listing at an index. */
export function photoCount(dataset: Dataset, listing: number): number {
  return countsOf(dataset, Math.floor(listing / RUN))[listing % RUN] ?? FEWEST;
}

/** Index of the first photo of the listing at an index; that after the last listing is the number of photos. */
export function firstPhoto(dataset: Dataset, listing: number): number {
  const run = Math.floor(listing / RUN);
  const before = listing % RUN === 0 ? [] : countsOf(dataset, run).slice(0, listing % RUN);
  return before.reduce((sum, count) => sum + count, run * IN_RUN);
}

/** The listing of a photo, by their indexes, and how many of its photos come before it. */
export function ownerOfPhoto(dataset: Dataset, photo: number): { readonly listing: number; readonly nth: number } {
  const run = Math.floor(photo / IN_RUN);
  let nth = photo % IN_RUN;
  let listing = run * RUN;
  for (const count of countsOf(dataset, run)) {
    if (nth < count) break;
    nth -= count;
    listing += 1;
  }
  return { listing, nth };
}
