/** Draws a kitchen. */
import type { Random } from '../../../kit/index.js';
import { addTable } from './furniture.js';
import { addLamp, addWindow, BACK, FLOOR, type Indoors } from './indoors.js';

/** Draws a kitchen into a room. */
export function kitchen(sketch: Indoors, random: Random): void {
  const { x, w } = BACK;
  const worktop = 240;
  const columns = 6;
  const wide = w / columns;
  const stove = random.int(1, 4);
  for (let column = 0; column < columns; column++) {
    const at = x + column * wide;
    sketch.box('sofa', { x: at + 1, y: worktop + 10, w: wide - 2, h: FLOOR - worktop - 18 });
    sketch.box('fold', { x: at + 8, y: worktop + 18, w: wide - 16, h: FLOOR - worktop - 36 });
    sketch.box('lamp', { x: at + wide / 2 - 12, y: worktop + 24, w: 24, h: 4 });
    if (column === stove) {
      sketch.box('dark', { x: at + 4, y: worktop + 14, w: wide - 8, h: FLOOR - worktop - 24 });
      sketch.box('glass', { x: at + 12, y: worktop + 34, w: wide - 24, h: 24 });
      sketch.polygon('trim', [at + 14, 90], [at + wide - 14, 90], [at + wide - 2, 148], [at + 2, 148]);
      sketch.box('dark', { x: at + 18, y: worktop - 20, w: 30, h: 18 });
    }
  }
  sketch.box('wood', { x: x - 4, y: worktop - 2, w: w + 8, h: 12 });
  sketch.box('dark', { x, y: FLOOR - 8, w, h: 8 });
  const isLeft = stove >= 3;
  addWindow(sketch, { x: isLeft ? 170 : 390, y: 118, w: 84, h: 92 }, random);
  for (let column = 0; column < columns; column++) {
    const at = x + column * wide;
    const isFree = column !== stove && (isLeft ? column > 2 : column < 3);
    if (!isFree) continue;
    sketch.box('trim', { x: at + 1, y: 98, w: wide - 2, h: 74 });
    sketch.box('side', { x: at + 7, y: 104, w: wide - 14, h: 62 });
    sketch.box('grain', { x: at + wide / 2 - 2, y: 150, w: 5, h: 12 });
  }
  for (let jar = random.int(2, 4); jar > 0; jar--) {
    const at = x + random.int(10, w - 30);
    sketch.box(random.pick(['rug', 'cushion', 'leaf'] as const), { x: at, y: worktop - 22, w: 15, h: 20 });
    sketch.box('grain', { x: at - 1, y: worktop - 25, w: 17, h: 5 });
  }
  addTable(sketch, { x: random.int(180, 260), y: 396, w: random.int(170, 220) });
  for (const at of random.sample([170, 250, 330, 420], 2)) {
    sketch.box('grain', { x: at, y: 352, w: 6, h: 86 });
    sketch.box('grain', { x: at + 36, y: 352, w: 6, h: 86 });
    sketch.box('cushion', { x: at - 3, y: 396, w: 48, h: 8 });
    sketch.box('wood', { x: at, y: 352, w: 42, h: 12 });
  }
  addLamp(sketch, random.int(270, 370), random);
}
