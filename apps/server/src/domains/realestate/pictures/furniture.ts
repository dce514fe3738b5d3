/** Furniture that stands in more than one room. */
import type { Random } from '../../../kit/index.js';
import { FLOOR, type Indoors } from './indoors.js';

/** Adds a sofa with its left edge at a position. */
export function addSofa(sketch: Indoors, x: number, random: Random): void {
  const w = random.int(190, 240);
  const y = 372;
  sketch.box('fold', { x: x + 8, y: y - 74, w: w - 16, h: 60 });
  sketch.box('sofa', { x: x + 12, y: y - 70, w: w - 24, h: 40 });
  sketch.box('sofa', { x: x + 10, y: y - 34, w: w - 20, h: 22 });
  sketch.box('fold', { x: x + w / 2 - 1, y: y - 70, w: 3, h: 58 });
  sketch.box('fold', { x: x + 6, y: y - 14, w: w - 12, h: 18 });
  for (const at of [x - 6, x + w - 20]) {
    sketch.box('sofa', { x: at, y: y - 50, w: 26, h: 54 });
    sketch.ellipse('sofa', [at + 13, y - 50], [13, 8]);
    sketch.box('grain', { x: at + 6, y: y + 4, w: 8, h: 9 });
  }
  const cushions = random.int(1, 3);
  for (let i = 0; i < cushions; i++) {
    const at = x + 40 + (i * (w - 80)) / Math.max(1, cushions - 1 || 1);
    sketch.polygon(
      i % 2 === 0 ? 'cushion' : 'rug',
      [at - 18, y - 36],
      [at - 14, y - 66],
      [at + 16, y - 64],
      [at + 18, y - 35],
    );
  }
}

/** Adds shelves with books to the far wall. */
export function addShelves(sketch: Indoors, x: number, random: Random): void {
  const [w, h] = [96, 186];
  const y = FLOOR - h;
  sketch.box('grain', { x, y, w, h });
  for (let shelf = 0; shelf < 4; shelf++) {
    const top = y + 6 + shelf * 45;
    sketch.box('wood', { x: x + 6, y: top, w: w - 12, h: 39 });
    for (let at = x + 9; at < x + w - 18;) {
      const [wide, high] = [random.int(6, 12), random.int(20, 34)];
      if (random.chance(0.85)) {
        sketch.box(random.pick(['rug', 'sofa', 'cushion', 'leaf', 'trim', 'dark'] as const), {
          x: at,
          y: top + 39 - high,
          w: wide,
          h: high,
        });
      }
      at += wide + 2;
    }
  }
}

/** Adds a table. */
export function addTable(sketch: Indoors, { x, y, w }: { x: number; y: number; w: number }): void {
  for (const leg of [x + 10, x + w - 16]) sketch.box('grain', { x: leg, y, w: 7, h: 44 });
  sketch.polygon('wood', [x + 14, y - 14], [x + w - 14, y - 14], [x + w, y], [x, y]);
  sketch.box('grain', { x, y, w, h: 6 });
}
