/** What the photos of a listing show, by its kind, and how each of them is drawn. */
import type { Random } from '../../../kit/index.js';
import { addWindow, house } from './house.js';
import { land, type LandMotif } from './land.js';
import type { Light } from './outdoor-colours.js';
import { type Room, room } from './rooms.js';
import { type Box, HEIGHT, type Point, type Scene, Sketch, WIDTH } from './scene.js';
import { addBush, addTree, HORIZON, outdoors, type Outdoors, type View } from './outdoors.js';

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
function floorPlan(random: Random): Plan {
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
function sitePlan(random: Random): Plan {
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
function building(view: View): Outdoors {
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

function addFlowers(sketch: Outdoors, { random }: View, y: number): void {
  for (let x = 16; x < 640; x += random.int(16, 30)) {
    const high = random.int(10, 22);
    sketch.box('leaf', { x, y: y - high, w: 3, h: high });
    sketch.ellipse(random.pick(['roof', 'sun', 'trim', 'door'] as const), [x + 1, y - high], [5, 5]);
  }
}

function addChair(sketch: Outdoors, x: number): void {
  sketch.polygon('trim', [x, 360], [x + 12, 360], [x + 22, 402], [x + 10, 402]);
  sketch.box('trim', { x: x + 10, y: 400, w: 46, h: 8 });
  for (const leg of [x + 14, x + 48]) sketch.box('dark', { x: leg, y: 408, w: 4, h: 26 });
}

/** A garden. */
function garden(view: View): Outdoors {
  const { random } = view;
  const sketch = outdoors(view);
  for (let x = -8; x < 640; x += 26) sketch.box('tile', { x, y: HORIZON - 44, w: 22, h: 56 });
  sketch.box('roof', { x: 0, y: HORIZON - 34, w: 640, h: 6 });
  for (let bush = 0; bush < 8; bush++)
    addBush(sketch, [bush * 90 + random.int(0, 40), HORIZON + 18], random.int(24, 40));
  addTree(sketch, [random.int(60, 150), 384], { size: random.int(190, 250), random });
  addTree(sketch, [random.int(500, 590), 372], { size: random.int(150, 220), random });
  if (random.chance(0.5)) {
    sketch.ellipse('trim', [430, 392], [120, 22]);
    sketch.ellipse('sky', [430, 392], [110, 18]);
    sketch.ellipse('low', [400, 390], [40, 5]);
  }
  sketch.polygon('shade', [120, 420], [520, 420], [640, 480], [0, 480]);
  for (const at of [200, 280, 360, 440])
    sketch.polygon('dark', [at, 420], [at + 1.5, 420], [at * 1.6 - 188, 480], [at * 1.6 - 190, 480]);
  addFlowers(sketch, view, 418);
  const x = random.int(190, 330);
  addChair(sketch, x);
  sketch.box('dark', { x: x + 98, y: 396, w: 5, h: 44 });
  sketch.ellipse('wall', [x + 100, 396], [44, 9]);
  sketch.ellipse('shade', [x + 100, 394], [44, 9]);
  if (random.chance(0.6)) {
    sketch.box('dark', { x: x + 98, y: 250, w: 5, h: 150 });
    sketch.polygon('roof', [x + 4, 276], [x + 100, 226], [x + 196, 276]);
    sketch.polygon('trim', [x + 68, 276], [x + 100, 226], [x + 132, 276]);
  }
  return sketch;
}

/** Something to draw, under the caption that says what it is. */
interface Motif {
  readonly caption: string;
  readonly draw: (random: Random) => Scene;
}

const by = (light: Light, of: (view: { light: Light; random: Random }) => Scene) => (random: Random) =>
  of({ light, random });

const inside = (which: Room) => (random: Random) => room(which, random);

const ground = (motif: LandMotif, light: Light = 'day') => by(light, (view) => land(view, motif));

/** Motifs by the kind of listing, in the order of the photos; the first of them shows it from outside. */
const motifs = {
  house: [
    { caption: 'The house', draw: by('day', house) },
    { caption: 'Living room', draw: inside('living') },
    { caption: 'Kitchen', draw: inside('kitchen') },
    { caption: 'Bedroom', draw: inside('bedroom') },
    { caption: 'Bathroom', draw: inside('bathroom') },
    { caption: 'Garden', draw: by('day', garden) },
    { caption: 'Study', draw: inside('study') },
    { caption: 'Floor plan', draw: floorPlan },
  ],
  apartment: [
    { caption: 'The building', draw: by('day', building) },
    { caption: 'Living room', draw: inside('living') },
    { caption: 'Kitchen', draw: inside('kitchen') },
    { caption: 'Bedroom', draw: inside('bedroom') },
    { caption: 'Bathroom', draw: inside('bathroom') },
    { caption: 'Floor plan', draw: floorPlan },
    { caption: 'Study', draw: inside('study') },
    { caption: 'The building in the evening', draw: by('evening', building) },
  ],
  studio: [
    { caption: 'The building', draw: by('day', building) },
    { caption: 'The room', draw: inside('studio') },
    { caption: 'Kitchen', draw: inside('kitchen') },
    { caption: 'Bathroom', draw: inside('bathroom') },
    { caption: 'Desk', draw: inside('study') },
    { caption: 'Floor plan', draw: floorPlan },
    { caption: 'The building in the evening', draw: by('evening', building) },
    { caption: 'The building in winter', draw: by('winter', building) },
  ],
  land: [
    { caption: 'The plot', draw: ground('plot') },
    { caption: 'The road to it', draw: ground('road') },
    { caption: 'Site plan', draw: sitePlan },
    { caption: 'Old trees', draw: ground('trees') },
    { caption: 'In the evening', draw: ground('plot', 'evening') },
    { caption: 'The field beside it', draw: ground('field') },
    { caption: 'The pond', draw: ground('water') },
    { caption: 'In winter', draw: ground('trees', 'winter') },
  ],
} as const satisfies Readonly<Record<string, readonly Motif[]>>;

/** Most photos that a listing has. */
export const MOST_PHOTOS = 8;

/** What a photo shows. */
export interface PhotoOf {
  /** Kind of the listing. */
  readonly kind: keyof typeof motifs;
  /** Among the photos of the listing, counted from 1. */
  readonly position: number;
}

/** The motif of a photo. */
export function motifOf({ kind, position }: PhotoOf): Motif {
  const found = motifs[kind][(position - 1) % MOST_PHOTOS];
  if (found === undefined) throw new RangeError(`there is no photo ${position}`);
  return found;
}
