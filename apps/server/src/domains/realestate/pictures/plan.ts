/** Draws plans: of the floor of a home, and of a plot. */
import type { Random } from '../../../kit/index.js';
import { type Box, HEIGHT, type Point, Sketch, WIDTH } from './scene.js';

type PlanColour = 'paper' | 'line' | 'room' | 'wet' | 'open' | 'green' | 'tree' | 'road' | 'accent' | 'faint';

type Plan = Sketch<PlanColour>;

const papers = [
  { paper: '#fbf9f4', line: '#3b3a39', room: '#f1e4cc', wet: '#cfe3ea', open: '#e3ead6' },
  { paper: '#f4f7fa', line: '#28435e', room: '#dfe9f2', wet: '#bcd5e6', open: '#edf2dd' },
  { paper: '#fdf6ee', line: '#54382a', room: '#f3ddc4', wet: '#d5e4df', open: '#eee6b9' },
] as const;

function blank(random: Random): Plan {
  const own = { green: '#b9d3a0', tree: '#7ea86f', road: '#cfcac2', accent: '#c8553d', faint: '#e4e0d8' };
  const sketch: Plan = new Sketch({ ...random.pick(papers), ...own });
  sketch.box('paper', { x: 0, y: 0, w: WIDTH, h: HEIGHT });
  for (let x = 20; x < WIDTH; x += 20) sketch.box('faint', { x, y: 0, w: 1, h: HEIGHT });
  for (let y = 20; y < HEIGHT; y += 20) sketch.box('faint', { x: 0, y, w: WIDTH, h: 1 });
  return sketch;
}

/** Adds an arrow to the north, and a scale. */
function addLegend(sketch: Plan): void {
  sketch.polygon('line', [590, 30], [602, 66], [590, 58], [578, 66]);
  sketch.polygon('accent', [590, 30], [590, 58], [578, 66]);
  for (let part = 0; part < 4; part++)
    sketch.box(part % 2 === 0 ? 'line' : 'room', { x: 40 + part * 30, y: 448, w: 30, h: 8 });
}

/** A door in a wall, with the quarter of a circle that it moves along. */
function addDoor(sketch: Plan, [x, y]: Point, isUpright: boolean): void {
  sketch.box('paper', isUpright ? { x: x - 4, y, w: 8, h: 34 } : { x, y: y - 4, w: 34, h: 8 });
  if (isUpright) sketch.polygon('line', [x, y], [x + 30, y + 3], [x + 30, y + 5], [x, y + 2]);
  else sketch.polygon('line', [x, y], [x + 3, y + 30], [x + 5, y + 30], [x + 2, y]);
}

function addWalls(sketch: Plan, { x, y, w, h }: Box): void {
  const thick = 7;
  sketch.box('line', { x, y, w, h: thick });
  sketch.box('line', { x, y: y + h - thick, w, h: thick });
  sketch.box('line', { x, y, w: thick, h });
  sketch.box('line', { x: x + w - thick, y, w: thick, h });
}

/** The plan of a floor. */
export function floorPlan(random: Random): Plan {
  const sketch = blank(random);
  const outer: Box = { x: 110, y: 70, w: random.int(380, 430), h: random.int(300, 340) };
  const { x, y, w, h } = outer;
  const down = x + Math.round((w * random.int(42, 60)) / 100);
  const left = y + Math.round((h * random.int(40, 62)) / 100);
  const right = y + Math.round((h * random.int(32, 68)) / 100);
  sketch.box('open', { x, y, w: down - x, h: left - y });
  sketch.box('room', { x, y: left, w: down - x, h: y + h - left });
  sketch.box('wet', { x: down, y, w: x + w - down, h: right - y });
  sketch.box('room', { x: down, y: right, w: x + w - down, h: y + h - right });
  addWalls(sketch, outer);
  sketch.box('line', { x: down - 3, y, w: 6, h });
  sketch.box('line', { x, y: left - 3, w: down - x, h: 6 });
  sketch.box('line', { x: down, y: right - 3, w: x + w - down, h: 6 });
  addDoor(sketch, [down, y + 26], true);
  addDoor(sketch, [down, y + h - 60], true);
  addDoor(sketch, [x + 40, left], false);
  addDoor(sketch, [x + w - 80, right], false);
  for (const at of [x + 50, x + w - 110]) {
    for (const edge of [y, y + h - 7]) sketch.box('paper', { x: at, y: edge + 2, w: 62, h: 3 });
  }
  // A bed, a bath, a table: what tells the rooms apart.
  sketch.box('line', { x: x + 22, y: left + 26, w: 70, h: 84 });
  sketch.box('paper', { x: x + 24, y: left + 28, w: 66, h: 80 });
  sketch.box('accent', { x: x + 24, y: left + 58, w: 66, h: 50 });
  sketch.ellipse('line', [x + w - 66, y + 38], [44, 20]);
  sketch.ellipse('paper', [x + w - 66, y + 38], [41, 17]);
  sketch.ellipse('line', [(x + down) / 2, (y + left) / 2], [34, 24]);
  sketch.ellipse('paper', [(x + down) / 2, (y + left) / 2], [31, 21]);
  addLegend(sketch);
  return sketch;
}

/** The plan of a plot. */
export function sitePlan(random: Random): Plan {
  const sketch = blank(random);
  const slant = random.int(-30, 30);
  sketch.polygon('road', [0, 400 + slant], [WIDTH, 370 - slant], [WIDTH, 420 - slant], [0, 450 + slant]);
  const corners: readonly Point[] = [
    [random.int(110, 170), random.int(70, 110)],
    [random.int(430, 500), random.int(60, 120)],
    [random.int(460, 530), 352],
    [random.int(90, 150), 372],
  ];
  sketch.polygon('line', ...corners);
  const [mx, my] = [310, 220];
  sketch.polygon('green', ...corners.map(([x, y]): Point => [x + (mx - x) * 0.02, y + (my - y) * 0.03]));
  for (let tree = random.int(4, 9); tree > 0; tree--) {
    const at: Point = [random.int(180, 440), random.int(140, 320)];
    sketch.ellipse('tree', at, [15, 15]);
    sketch.ellipse('line', at, [2, 2]);
  }
  for (const [x, y] of corners) {
    sketch.ellipse('line', [x, y], [7, 7]);
    sketch.ellipse('accent', [x, y], [5, 5]);
  }
  addLegend(sketch);
  return sketch;
}
