/** Draws a bathroom. */
import type { Random } from '../../../kit/index.js';
import { addPlant, addWindow, BACK, type Indoors } from './indoors.js';

/** Draws a bathroom into a room. */
export function bathroom(sketch: Indoors, random: Random): void {
  const { x, y } = BACK;
  // Tiles to the height of the shoulders.
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 16; column++) {
      const colour = random.chance(0.12) ? 'glass' : 'trim';
      sketch.box(colour, { x: x + column * 25 + 1, y: 198 + row * 25, w: 23, h: 23 });
    }
  }
  const mirror = random.int(150, 190);
  sketch.box('grain', { x: mirror - 5, y: y + 14, w: 110, h: 92 });
  sketch.box('glass', { x: mirror, y: y + 19, w: 100, h: 82 });
  sketch.polygon(
    'ceiling',
    [mirror + 18, y + 19],
    [mirror + 48, y + 19],
    [mirror + 12, y + 101],
    [mirror, y + 101],
    [mirror, y + 60],
  );
  sketch.box('wood', { x: mirror - 10, y: 250, w: 120, h: 68 });
  sketch.box('grain', { x: mirror + 48, y: 256, w: 3, h: 56 });
  sketch.box('ceiling', { x: mirror - 14, y: 238, w: 128, h: 14 });
  sketch.ellipse('side', [mirror + 50, 238], [36, 7]);
  sketch.box('dark', { x: mirror + 47, y: 214, w: 6, h: 24 });
  sketch.box('dark', { x: mirror + 47, y: 214, w: 22, h: 5 });
  if (random.chance(0.5)) addWindow(sketch, { x: 400, y: 108, w: 76, h: 64 }, random);
  sketch.box('ceiling', { x: 300, y: 300, w: 330, h: 100 });
  sketch.ellipse('ceiling', [330, 360], [34, 60]);
  sketch.ellipse('side', [470, 302], [150, 15]);
  sketch.ellipse('glass', [470, 304], [138, 11]);
  sketch.box('side', { x: 304, y: 392, w: 326, h: 10 });
  sketch.box('dark', { x: 560, y: 256, w: 6, h: 44 });
  sketch.box('dark', { x: 540, y: 256, w: 26, h: 5 });
  const towel = random.pick(['rug', 'sofa', 'cushion'] as const);
  sketch.box(towel, { x: 60, y: 236, w: 38, h: 96 });
  sketch.box('ceiling', { x: 60, y: 312, w: 38, h: 5 });
  sketch.box('dark', { x: 50, y: 232, w: 58, h: 5 });
  sketch.ellipse(towel, [230, 440], [110, 24]);
  sketch.ellipse('ceiling', [230, 440], [92, 17]);
  if (random.chance(0.6)) addPlant(sketch, [mirror - 10 + random.int(4, 12), 238], 11);
}
