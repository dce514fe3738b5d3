/** Draws the rooms of a home. */
import type { Random } from '../../../kit/index.js';
import {
  addCurtains,
  addFrame,
  addLamp,
  addPlant,
  addRug,
  addWindow,
  BACK,
  FLOOR,
  indoors,
  type Indoors,
} from './indoors.js';

/** Adds a sofa with its left edge at a position. */
function addSofa(sketch: Indoors, x: number, random: Random): void {
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
function addShelves(sketch: Indoors, x: number, random: Random): void {
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
function addTable(sketch: Indoors, { x, y, w }: { x: number; y: number; w: number }): void {
  for (const leg of [x + 10, x + w - 16]) sketch.box('grain', { x: leg, y, w: 7, h: 44 });
  sketch.polygon('wood', [x + 14, y - 14], [x + w - 14, y - 14], [x + w, y], [x, y]);
  sketch.box('grain', { x, y, w, h: 6 });
}

/** Draws a kitchen into a room. */
function kitchen(sketch: Indoors, random: Random): void {
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

/** Draws a bathroom into a room. */
function bathroom(sketch: Indoors, random: Random): void {
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
function bedroom(sketch: Indoors, random: Random): void {
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
