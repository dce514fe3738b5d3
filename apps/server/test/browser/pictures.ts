/** The pictures of our pages in docs/pictures: what they show is what the pages look like. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const PICTURES = new URL('../../../../docs/pictures/', import.meta.url);
const { UNDERSTUDY_PICTURES } = process.env;

/** How far two pictures are from each other, drawn small: 0 where they are the same, 1 where one is the other's negative. */
const distance = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate(
    async (pictures) => {
      const drawn: Uint8ClampedArray[] = await Promise.all(
        pictures.map(async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const canvas = new OffscreenCanvas(40, 25).getContext('2d');
          canvas?.drawImage(image, 0, 0, 40, 25);
          return canvas?.getImageData(0, 0, 40, 25).data ?? new Uint8ClampedArray();
        }),
      );
      const [first = new Uint8ClampedArray(), second = first] = drawn;
      return first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length / 255;
    },
    [one.toString('base64'), other.toString('base64')],
  );

/**
 * Expects that a page looks as its picture. `UNDERSTUDY_PICTURES=write` has this run write it.
 *
 * @param name that of the picture, without its ending
 */
export async function expectPicture(page: Page, name: string): Promise<void> {
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const file = fileURLToPath(new URL(`${name}.png`, PICTURES));
  if (UNDERSTUDY_PICTURES === 'write' || !existsSync(file)) writeFileSync(file, taken);
  // A page of its own, whose policy allows no pictures that stand in addresses, could not compare them.
  const blank = await page.context().newPage();
  // Times differ from run to run, and letters from machine to machine.
  expect(await distance(blank, taken, readFileSync(file)), name).toBeLessThan(0.03);
  await blank.close();
}
