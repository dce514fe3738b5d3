/** Draws the front of a house, with what is around it. */
import type { Random } from '../../../kit/index.js';
import { addBush, addTree, outdoors, type Outdoors, type View } from './outdoors.js';
import type { Box } from './scene.js';

/** Where the house stands. */
const FOOT = 390;

/** A house: how broad it is, how many windows it has in a row, how many rows. */
interface Plan {
  readonly x: number;
  readonly w: number;
  readonly floors: number;
  readonly columns: number;
  /** Which of the columns has the door. */
  readonly door: number;
}

/** Height of a floor. */
const FLOOR = 84;

/** Adds a window with its frame, its panes, and a light behind it in the evening. */
export function addWindow(sketch: Outdoors, { x, y, w, h }: Box, isLit: boolean): void {
  sketch.box('trim', { x: x - 4, y: y - 4, w: w + 8, h: h + 8 });
  sketch.box(isLit ? 'sun' : 'far', { x, y, w, h });
  if (!isLit) sketch.polygon('low', [x, y + h * 0.7], [x + w * 0.7, y], [x + w, y], [x, y + h]);
  sketch.box('trim', { x: x + w / 2 - 1.5, y, w: 3, h });
  sketch.box('trim', { x, y: y + h * 0.42, w, h: 3 });
  sketch.box('shade', { x: x - 7, y: y + h + 4, w: w + 14, h: 4 });
}

function addRoof(sketch: Outdoors, { x, w, floors }: Plan, random: Random): void {
  const top = FOOT - floors * FLOOR;
  const high = random.int(62, 96);
  const style = random.pick(['gable', 'hip', 'flat'] as const);
  if (style === 'flat') {
    sketch.box('roof', { x: x - 12, y: top - 16, w: w + 24, h: 18 });
    sketch.box('tile', { x: x - 12, y: top - 3, w: w + 24, h: 5 });
    return;
  }
  const inset = style === 'hip' ? w * 0.22 : 0;
  const chimney = x + w * random.pick([0.24, 0.72]);
  sketch.box('tile', { x: chimney, y: top - high - 4, w: 26, h: high * 0.8 });
  sketch.box('dark', { x: chimney - 3, y: top - high - 10, w: 32, h: 7 });
  if (style === 'hip') {
    sketch.polygon('roof', [x - 20, top], [x + inset, top - high], [x + w - inset, top - high], [x + w + 20, top]);
  } else {
    sketch.polygon('wall', [x, top], [x + w / 2, top - high], [x + w, top]);
    sketch.polygon(
      'roof',
      [x - 22, top + 6],
      [x + w / 2, top - high - 12],
      [x + w / 2, top - high + 8],
      [x - 8, top + 12],
    );
    sketch.polygon(
      'tile',
      [x + w + 22, top + 6],
      [x + w / 2, top - high - 12],
      [x + w / 2, top - high + 8],
      [x + w + 8, top + 12],
    );
    sketch.ellipse('trim', [x + w / 2, top - high * 0.36], [15, 15]);
    sketch.ellipse('far', [x + w / 2, top - high * 0.36], [11, 11]);
    return;
  }
  sketch.box('tile', { x: x - 20, y: top - 5, w: w + 40, h: 7 });
}

function addDoor(sketch: Outdoors, x: number, random: Random): void {
  sketch.box('trim', { x: x - 5, y: FOOT - 71, w: 46, h: 71 });
  sketch.box('door', { x, y: FOOT - 66, w: 36, h: 66 });
  sketch.box('shade', { x: x + 5, y: FOOT - 60, w: 26, h: 20 });
  sketch.ellipse('sun', [x + 30, FOOT - 30], [2.5, 2.5]);
  sketch.box('shade', { x: x - 12, y: FOOT - 5, w: 60, h: 6 });
  if (random.chance(0.5)) sketch.polygon('roof', [x - 16, FOOT - 72], [x + 18, FOOT - 94], [x + 52, FOOT - 72]);
}

function addFacade(sketch: Outdoors, plan: Plan, { light, random }: View): void {
  const { x, w, floors, columns, door } = plan;
  const top = FOOT - floors * FLOOR;
  sketch.box('wall', { x, y: top, w, h: floors * FLOOR });
  sketch.box('shade', { x: x + w - 14, y: top, w: 14, h: floors * FLOOR });
  addRoof(sketch, plan, random);
  const wide = w / columns;
  for (let floor = 0; floor < floors; floor++) {
    for (let column = 0; column < columns; column++) {
      const middle = x + wide * (column + 0.5);
      if (floor === 0 && column === door) addDoor(sketch, middle - 18, random);
      else {
        const box = { x: middle - 18, y: FOOT - (floor + 1) * FLOOR + 22, w: 36, h: 40 };
        addWindow(sketch, box, light === 'evening' && random.chance(0.6));
      }
    }
  }
  sketch.box('shade', { x, y: FOOT - 8, w, h: 8 });
}

function addPath(sketch: Outdoors, x: number): void {
  sketch.polygon('shade', [x - 14, FOOT], [x + 14, FOOT], [x + 62, 480], [x - 62, 480]);
}

function addFence(sketch: Outdoors, { from, to }: { from: number; to: number }): void {
  for (let x = from; x < to; x += 18) {
    sketch.polygon('trim', [x, 452], [x, 414], [x + 5, 407], [x + 10, 414], [x + 10, 452]);
  }
  sketch.box('trim', { x: from, y: 420, w: to - from, h: 5 });
  sketch.box('trim', { x: from, y: 438, w: to - from, h: 5 });
}

/** The front of a house. */
export function house(view: View): Outdoors {
  const { random } = view;
  const sketch = outdoors(view);
  const columns = random.int(3, 5);
  const w = columns * random.int(70, 84);
  const plan = { x: random.int(110, 530 - w), w, floors: random.int(1, 2), columns, door: random.int(0, columns - 1) };
  addTree(sketch, [plan.x - random.int(40, 70), FOOT + 4], { size: random.int(120, 190), random });
  addFacade(sketch, plan, view);
  const door = plan.x + (w / columns) * (plan.door + 0.5);
  addPath(sketch, door);
  addTree(sketch, [plan.x + w + random.int(45, 80), FOOT + 16], { size: random.int(130, 220), random });
  for (let column = 0; column < columns; column++) {
    if (column !== plan.door && random.chance(0.6))
      addBush(sketch, [plan.x + (w / columns) * (column + 0.5), FOOT + 8], 26);
  }
  if (random.chance(0.5)) {
    addFence(sketch, { from: 0, to: door - 70 });
    addFence(sketch, { from: door + 70, to: 650 });
  }
  return sketch;
}
