/** Draws a building of flats, in its street. */
import { addWindow } from './house.js';
import { addTree, outdoors, type Outdoors, type View } from './outdoors.js';

const FOOT = 410;
const FLOOR = 58;

function addStreet(sketch: Outdoors): void {
  sketch.box('shade', { x: 0, y: FOOT, w: 640, h: 18 });
  sketch.box('dark', { x: 0, y: FOOT + 18, w: 640, h: 60 });
  for (let x = 20; x < 640; x += 90) sketch.box('trim', { x, y: FOOT + 46, w: 46, h: 5 });
}

function addBalcony(sketch: Outdoors, { x, y }: { x: number; y: number }): void {
  sketch.box('shade', { x: x - 12, y, w: 60, h: 5 });
  for (let bar = x - 10; bar <= x + 44; bar += 9) sketch.box('dark', { x: bar, y: y - 16, w: 2, h: 17 });
  sketch.box('dark', { x: x - 12, y: y - 18, w: 60, h: 3 });
}

function addNeighbour(sketch: Outdoors, { x, w, h }: { x: number; w: number; h: number }): void {
  sketch.box('hill', { x, y: FOOT - h, w, h });
  for (let row = FOOT - h + 18; row < FOOT - 30; row += 40) {
    for (let column = x + 14; column < x + w - 16; column += 36) sketch.box('far', { x: column, y: row, w: 16, h: 20 });
  }
}

/** A building of flats. */
export function building(view: View): Outdoors {
  const { light, random } = view;
  const sketch = outdoors(view);
  const columns = random.int(4, 6);
  const floors = random.int(4, 6);
  const wide = random.int(62, 72);
  const w = columns * wide + 20;
  const x = random.int(90, 550 - w);
  const top = FOOT - floors * FLOOR - 12;
  addNeighbour(sketch, { x: -10, w: x + 10, h: random.int(120, 260) });
  addNeighbour(sketch, { x: x + w, w: 650 - x - w, h: random.int(110, 280) });
  sketch.box('wall', { x, y: top, w, h: FOOT - top });
  sketch.box('shade', { x, y: FOOT - FLOOR, w, h: FLOOR });
  sketch.box('roof', { x: x - 8, y: top - 12, w: w + 16, h: 16 });
  if (random.chance(0.5))
    sketch.polygon('tile', [x + 6, top - 12], [x + 40, top - 52], [x + w - 40, top - 52], [x + w - 6, top - 12]);
  const withBalcony = random.int(0, columns - 1);
  const door = random.int(1, columns - 2);
  for (let floor = 0; floor < floors; floor++) {
    for (let column = 0; column < columns; column++) {
      const at = { x: x + 10 + wide * (column + 0.5) - 15, y: FOOT - (floor + 1) * FLOOR + 12 };
      if (floor === 0 && column === door) {
        sketch.box('trim', { x: at.x - 8, y: FOOT - 52, w: 46, h: 52 });
        sketch.box('door', { x: at.x - 4, y: FOOT - 48, w: 38, h: 48 });
        sketch.box('sun', { x: at.x + 13, y: FOOT - 44, w: 4, h: 40 });
        continue;
      }
      addWindow(sketch, { ...at, w: 30, h: 32 }, random.chance(light === 'evening' ? 0.55 : 0.06));
      if (floor > 0 && (column === withBalcony || random.chance(0.15)))
        addBalcony(sketch, { x: at.x - 3, y: at.y + 42 });
    }
  }
  addStreet(sketch);
  for (let tree = random.int(1, 3); tree > 0; tree--) {
    addTree(sketch, [random.pick([random.int(20, 80), random.int(560, 620), random.int(100, 540)]), FOOT + 12], {
      size: random.int(90, 130),
      random,
    });
  }
  return sketch;
}
