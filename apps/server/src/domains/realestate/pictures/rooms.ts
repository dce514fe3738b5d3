/** Draws the rooms of a home. */
import type { Random } from '../../../kit/index.js';
import { bathroom } from './bathroom.js';
import { bedroom } from './bedroom.js';
import { addShelves, addSofa, addTable } from './furniture.js';
import { addCurtains, addFrame, addLamp, addPlant, addRug, addWindow, indoors, type Indoors } from './indoors.js';
import { kitchen } from './kitchen.js';

/** Rooms that are drawn. */
export type Room = 'living' | 'kitchen' | 'bedroom' | 'bathroom' | 'study' | 'studio';

function living(sketch: Indoors, random: Random): void {
  const window = { x: random.int(150, 230), y: 112, w: random.int(100, 150), h: 130 };
  addWindow(sketch, window, random);
  if (random.chance(0.7)) addCurtains(sketch, window);
  if (random.chance(0.5)) addShelves(sketch, 415, random);
  else addFrame(sketch, { x: random.int(420, 440), y: 130, w: 70, h: random.int(56, 90) }, random);
  addLamp(sketch, random.int(300, 350), random);
  addRug(sketch, random);
  addSofa(sketch, random.int(150, 250), random);
  addTable(sketch, { x: random.int(230, 290), y: 418, w: 130 });
  addPlant(sketch, [random.pick([70, 560]), 420], random.int(26, 38));
}

function study(sketch: Indoors, random: Random): void {
  const window = { x: random.int(240, 300), y: 110, w: random.int(90, 120), h: 108 };
  addWindow(sketch, window, random);
  addShelves(sketch, random.pick([128, 416]), random);
  addRug(sketch, random);
  const x = random.int(190, 250);
  for (const leg of [x + 8, x + 190]) sketch.box('grain', { x: leg, y: 316, w: 10, h: 96 });
  sketch.box('wood', { x, y: 306, w: 210, h: 13 });
  sketch.box('grain', { x: x + 130, y: 319, w: 66, h: 34 });
  sketch.box('dark', { x: x + 60, y: 244, w: 92, h: 54 });
  sketch.box('glass', { x: x + 65, y: 249, w: 82, h: 44 });
  sketch.box('dark', { x: x + 100, y: 298, w: 12, h: 8 });
  sketch.box('dark', { x: x + 20, y: 262, w: 4, h: 44 });
  sketch.polygon('lamp', [x + 12, 258], [x + 40, 250], [x + 48, 270], [x + 8, 276]);
  sketch.box('sofa', { x: x + 76, y: 330, w: 62, h: 60 });
  sketch.box('fold', { x: x + 70, y: 388, w: 74, h: 14 });
  sketch.box('dark', { x: x + 104, y: 402, w: 6, h: 32 });
  sketch.polygon('dark', [x + 74, 442], [x + 107, 428], [x + 140, 442], [x + 107, 436]);
  addPlant(sketch, [random.pick([66, 566]), 430], random.int(26, 36));
}

function studio(sketch: Indoors, random: Random): void {
  const window = { x: 330, y: 108, w: random.int(120, 160), h: 136 };
  addWindow(sketch, window, random);
  addShelves(sketch, 128, random);
  addLamp(sketch, random.int(280, 330), random);
  addRug(sketch, random);
  addSofa(sketch, random.int(30, 80), random);
  sketch.box('wood', { x: 400, y: 344, w: 214, h: 60 });
  sketch.box('trim', { x: 404, y: 322, w: 206, h: 34 });
  sketch.box('sofa', { x: 470, y: 318, w: 142, h: 50 });
  sketch.box('cushion', { x: 466, y: 318, w: 12, h: 50 });
  sketch.ellipse('ceiling', [436, 324], [30, 13]);
  sketch.box('grain', { x: 394, y: 300, w: 12, h: 110 });
  addPlant(sketch, [352, 396], random.int(18, 26));
}

const draw = { living, kitchen, bedroom, bathroom, study, studio };

/** A room. */
export function room(which: Room, random: Random): Indoors {
  const sketch = indoors(random);
  draw[which](sketch, random);
  return sketch;
}
