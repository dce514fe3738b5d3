/** Draws a bedroom. */
import type { Random } from '../../../kit/index.js';
import { addFrame, addPlant, addRug, addWindow, type Indoors } from './indoors.js';

/** Adds a bed that stands with its head at the far wall. */
function addBed(sketch: Indoors, x: number, w: number): void {
  sketch.box('wood', { x: x - 6, y: 218, w: w + 12, h: 100 });
  sketch.box('grain', { x: x + 2, y: 226, w: w - 4, h: 40 });
  sketch.polygon('trim', [x, 270], [x + w, 270], [x + w + 30, 396], [x - 30, 396]);
  for (const at of [x + 8, x + w / 2 + 4]) {
    sketch.polygon('ceiling', [at, 258], [at + w / 2 - 14, 258], [at + w / 2 - 10, 288], [at - 4, 288]);
    sketch.polygon('side', [at - 4, 288], [at + w / 2 - 10, 288], [at + w / 2 - 10, 292], [at - 4, 292]);
  }
  sketch.polygon('sofa', [x - 10, 308], [x + w + 10, 308], [x + w + 31, 396], [x - 31, 396]);
  sketch.polygon('cushion', [x - 12, 318], [x + w + 12, 318], [x + w + 15, 330], [x - 15, 330]);
  sketch.box('fold', { x: x - 31, y: 396, w: w + 62, h: 28 });
  sketch.box('grain', { x: x - 31, y: 420, w: w + 62, h: 8 });
}

/** Draws a bedroom into a room. */
export function bedroom(sketch: Indoors, random: Random): void {
  const [x, w] = [random.int(220, 270), random.int(150, 180)];
  const isLeft = x > 245;
  const window = { x: isLeft ? 148 : 420, y: 112, w: 66, h: 110 };
  addWindow(sketch, window, random);
  addFrame(sketch, { x: x + w / 2 - 40, y: random.int(118, 130), w: 80, h: 58 }, random);
  if (random.chance(0.6)) addRug(sketch, random);
  for (const at of [x - 66, x + w + 18]) {
    sketch.box('wood', { x: at, y: 276, w: 46, h: 46 });
    sketch.box('grain', { x: at + 5, y: 284, w: 36, h: 13 });
    sketch.box('grain', { x: at + 5, y: 302, w: 36, h: 13 });
    sketch.box('dark', { x: at + 21, y: 256, w: 4, h: 20 });
    sketch.polygon('lamp', [at + 13, 238], [at + 33, 238], [at + 40, 260], [at + 6, 260]);
  }
  addBed(sketch, x, w);
  addPlant(sketch, [isLeft ? 560 : 74, 424], random.int(22, 34));
}
