/** What every picture of a room has: walls, floor and ceiling, a window, and furniture that many rooms have. */
import type { Random } from '../../../kit/index.js';
import { type Box, HEIGHT, type Point, Sketch, WIDTH } from './scene.js';

/** Colours of a picture of a room. */
type IndoorColour =
  | 'wall'
  | 'side'
  | 'ceiling'
  | 'floor'
  | 'board'
  | 'rug'
  | 'sofa'
  | 'cushion'
  | 'fold'
  | 'wood'
  | 'grain'
  | 'glass'
  | 'leaf'
  | 'lamp'
  | 'trim'
  | 'dark';

/** Sets of colours by their names, one of which is chosen. */
type Choice<Name extends IndoorColour> = readonly Readonly<Record<Name, string>>[];

/** Walls and floors that go together. */
const rooms: Choice<'wall' | 'side' | 'ceiling' | 'floor' | 'board'> = [
  { wall: '#efe6d8', side: '#e0d4c2', ceiling: '#faf7f1', floor: '#c79a6b', board: '#b2855a' },
  { wall: '#d7e3e4', side: '#c3d3d5', ceiling: '#f6f9f9', floor: '#d8c3a0', board: '#c4ad88' },
  { wall: '#e9d9d2', side: '#d9c5bd', ceiling: '#faf4f1', floor: '#8d6347', board: '#7a543b' },
  { wall: '#dde5d1', side: '#cad5bb', ceiling: '#f8faf4', floor: '#b98e66', board: '#a57c56' },
  { wall: '#f2f0ec', side: '#e0ddd7', ceiling: '#ffffff', floor: '#9a9388', board: '#888176' },
  { wall: '#c8d3e2', side: '#b3c1d4', ceiling: '#f4f7fb', floor: '#cfa878', board: '#bb9566' },
];

/** Fabrics of furniture. */
const fabrics: Choice<'rug' | 'sofa' | 'cushion' | 'fold'> = [
  { rug: '#c8553d', sofa: '#3f6b7d', cushion: '#e8b04a', fold: '#345a6a' },
  { rug: '#6b8f71', sofa: '#c98a5b', cushion: '#f0e3c8', fold: '#b0764a' },
  { rug: '#3a4f7a', sofa: '#8b8f94', cushion: '#d96c4f', fold: '#777b80' },
  { rug: '#e0c58f', sofa: '#5f7f5a', cushion: '#f3ead7', fold: '#4f6c4b' },
  { rug: '#a3b8c8', sofa: '#a4514f', cushion: '#f2d9a6', fold: '#8b4341' },
];

/** Woods. */
const woods: Choice<'wood' | 'grain'> = [
  { wood: '#a9744a', grain: '#8f5f3b' },
  { wood: '#6f4a35', grain: '#5c3c2a' },
  { wood: '#d3b48c', grain: '#bb9c74' },
  { wood: '#f3efe8', grain: '#d9d3c8' },
];

/** A picture of a room that is being drawn. */
export type Indoors = Sketch<IndoorColour>;

/** The far wall of a room. */
export const BACK: Box = { x: 120, y: 90, w: 400, h: 230 };

/** Height at which the far wall meets the floor. */
export const FLOOR = BACK.y + BACK.h;

/** Adds a plant in a pot whose foot is at a position. */
export function addPlant(sketch: Indoors, [x, y]: Point, size: number): void {
  for (const [dx, dy] of [
    [-0.5, -1.5],
    [0.5, -1.6],
    [-0.2, -2],
    [0.25, -1.95],
    [-0.7, -1],
    [0.7, -1.1],
  ] as const) {
    sketch.ellipse('leaf', [x + dx * size, y + dy * size], [size * 0.42, size * 0.4]);
  }
  sketch.polygon(
    'cushion',
    [x - size * 0.5, y - size * 0.8],
    [x + size * 0.5, y - size * 0.8],
    [x + size * 0.36, y],
    [x - size * 0.36, y],
  );
}

/** Adds a window with what is behind it. */
export function addWindow(sketch: Indoors, { x, y, w, h }: Box, random: Random): void {
  sketch.box('trim', { x: x - 8, y: y - 8, w: w + 16, h: h + 16 });
  sketch.box('glass', { x, y, w, h });
  sketch.ellipse('trim', [x + w * 0.3, y + h * 0.25], [w * 0.14, h * 0.06]);
  const high = random.int(20, 45) / 100;
  sketch.polygon(
    'leaf',
    [x, y + h],
    [x, y + h * (1 - high)],
    [x + w * 0.4, y + h * (1 - high * 0.6)],
    [x + w, y + h * (1 - high * 1.1)],
    [x + w, y + h],
  );
  for (let pane = 1; pane < Math.max(2, Math.round(w / 60)); pane++) {
    sketch.box('trim', { x: x + (w * pane) / Math.max(2, Math.round(w / 60)) - 3, y, w: 6, h });
  }
  sketch.box('trim', { x: x - 14, y: y + h + 6, w: w + 28, h: 7 });
}

/** Adds curtains at both sides of a window. */
export function addCurtains(sketch: Indoors, { x, y, w, h }: Box): void {
  sketch.box('grain', { x: x - 36, y: y - 18, w: w + 72, h: 5 });
  for (const at of [x - 30, x + w - 8]) {
    sketch.box('cushion', { x: at, y: y - 14, w: 38, h: h + 44 });
    for (const fold of [10, 24]) sketch.box('trim', { x: at + fold, y: y - 14, w: 3, h: h + 44 });
  }
}

/** Adds a framed picture to the far wall. */
export function addFrame(sketch: Indoors, { x, y, w, h }: Box, random: Random): void {
  sketch.box('grain', { x, y, w, h });
  sketch.box('trim', { x: x + 4, y: y + 4, w: w - 8, h: h - 8 });
  const [first, second] = random.sample(['rug', 'sofa', 'cushion', 'leaf', 'glass'] as const, 2);
  sketch.box(second ?? 'rug', { x: x + 10, y: y + h * 0.55, w: w - 20, h: h * 0.45 - 10 });
  sketch.ellipse(first ?? 'sofa', [x + w * random.pick([0.4, 0.5, 0.6]), y + h * 0.45], [w * 0.18, w * 0.18]);
}

/** Adds a lamp that hangs from the ceiling. */
export function addLamp(sketch: Indoors, x: number, random: Random): void {
  const y = random.int(86, 120);
  sketch.box('dark', { x: x - 1, y: 0, w: 3, h: y - 20 });
  if (random.chance(0.5)) sketch.ellipse('lamp', [x, y], [24, 22]);
  else sketch.polygon('lamp', [x - 14, y - 22], [x + 14, y - 22], [x + 32, y + 12], [x - 32, y + 12]);
}

/** Adds a rug on the floor. */
export function addRug(sketch: Indoors, random: Random): void {
  if (random.chance(0.5)) {
    sketch.ellipse('rug', [320, 410], [210, 48]);
    sketch.ellipse('cushion', [320, 410], [178, 38]);
    sketch.ellipse('rug', [320, 410], [160, 32]);
    return;
  }
  sketch.polygon('rug', [190, 362], [450, 362], [530, 452], [110, 452]);
  sketch.polygon('cushion', [200, 372], [440, 372], [506, 442], [134, 442]);
  sketch.polygon('rug', [208, 378], [432, 378], [492, 436], [148, 436]);
}

function addFloor(sketch: Indoors, random: Random): void {
  const { x, w } = BACK;
  sketch.polygon('floor', [x, FLOOR], [x + w, FLOOR], [WIDTH, HEIGHT], [0, HEIGHT]);
  const isTiled = random.chance(0.3);
  const boards = random.int(8, 12);
  for (let board = 1; board < boards; board++) {
    const far = x + (w * board) / boards;
    const near = (WIDTH * board) / boards;
    sketch.polygon('board', [far - 0.7, FLOOR], [far + 0.7, FLOOR], [near + 1.6, HEIGHT], [near - 1.6, HEIGHT]);
  }
  for (const y of isTiled ? [332, 348, 370, 400, 438] : []) sketch.box('board', { x: 0, y, w: WIDTH, h: 2 });
}

/** Begins a picture of a room: what belongs to it stands before its walls. */
export function indoors(random: Random): Indoors {
  const sketch: Indoors = new Sketch({
    ...random.pick(rooms),
    ...random.pick(fabrics),
    ...random.pick(woods),
    glass: random.pick(['#a9d5ee', '#bcdcea', '#f3c9a5', '#8fb9d8']),
    leaf: random.pick(['#5c8f5a', '#6fa064', '#48795a']),
    lamp: random.pick(['#ffe9a8', '#fff6df', '#f6c667']),
    trim: '#fdfbf7',
    dark: '#3d3a38',
  });
  const { x, y, w } = BACK;
  addFloor(sketch, random);
  sketch.polygon('ceiling', [0, 0], [WIDTH, 0], [x + w, y], [x, y]);
  sketch.polygon('side', [0, 0], [x, y], [x, FLOOR], [0, HEIGHT]);
  sketch.polygon('side', [WIDTH, 0], [x + w, y], [x + w, FLOOR], [WIDTH, HEIGHT]);
  sketch.box('wall', BACK);
  // Skirting boards.
  sketch.box('trim', { x, y: FLOOR - 9, w, h: 9 });
  sketch.polygon('trim', [0, HEIGHT - 22], [x, FLOOR - 9], [x, FLOOR], [0, HEIGHT]);
  sketch.polygon('trim', [WIDTH, HEIGHT - 22], [x + w, FLOOR - 9], [x + w, FLOOR], [WIDTH, HEIGHT]);
  return sketch;
}
