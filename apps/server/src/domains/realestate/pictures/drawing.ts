/** Draws what the photos of a listing show: a few flat forms for each, which chance moves, counts and colours. */
import type { Random } from '../../../kit/index.js';
import type { Caption } from '../records/photo.js';
import { type Drawing, HEIGHT, type Part as PartOf, WIDTH } from './picture.js';

/** Where the ground, or the floor, begins. */
const GROUND = 340;

type Colour = keyof typeof own | keyof (typeof lights)['day'] | keyof (typeof houses)[0] | keyof (typeof rooms)[0];

type Part = PartOf<Colour>;

const own = { sun: '#ffe08a', dark: '#4a4640', trim: '#f8f5ee', water: '#7fb2c8' };

const lights = {
  day: { sky: '#8ec9ee', far: '#9dbfca', ground: '#a9c98b', leaf: '#5d8f57', glass: '#bfe0ee' },
  evening: { sky: '#5b5a8c', far: '#7d6a8f', ground: '#56634f', leaf: '#394a3e', glass: '#ffd98c' },
  winter: { sky: '#bcd0de', far: '#b3c3cf', ground: '#f1f5f7', leaf: '#7d9086', glass: '#d6e4ea' },
};

const houses = [
  { wall: '#efe3cf', shade: '#cdbda3', roof: '#a8503f', wood: '#8a6240' },
  { wall: '#dfe5ea', shade: '#b4bec7', roof: '#4f5b66', wood: '#6d5a4c' },
  { wall: '#f3d9b8', shade: '#d3b48d', roof: '#7c4a35', wood: '#5f7561' },
] as const;

const rooms = [
  { floor: '#c9a77c', cloth: '#d8c7b5', accent: '#c8553d' },
  { floor: '#b78f68', cloth: '#b9c8cf', accent: '#3f6f8f' },
  { floor: '#d8ccb8', cloth: '#cdd6b8', accent: '#8a5a83' },
] as const;

const moved = (parts: readonly Part[], dx: number, dy = 0): Part[] =>
  parts.map(([colour, x, y, w, h, form]) => [colour, x + dx, y + dy, w, h, form]);

/** Parts so many times, each time a step further to the right. */
const row = (count: number, step: number, ...parts: readonly Part[]): Part[] =>
  Array.from({ length: count }, (_, index) => moved(parts, index * step)).flat();

/** Parts so many times, each time at a place of chance between left and right. */
const across = (random: Random, count: number, draw: (x: number) => readonly Part[]): Part[] =>
  Array.from({ length: count }, () => draw(random.int(20, WIDTH - 20))).flat();

const furniture = {
  living: [
    ['cloth', 60, 390, 500, 80, 'round'],
    ['accent', 120, 250, 320, 100],
    ['accent', 96, 320, 368, 80],
    ['dark', 527, 190, 6, 220],
    ['sun', 490, 140, 80, 60, 'peak'],
  ],
  kitchen: [
    ...row(4, 112, ['wood', 86, 264, 106, 130]),
    ['cloth', 320, 100, 90, 100, 'peak'],
    ['trim', 80, 250, 456, 14],
    ['dark', 312, 274, 102, 110],
    ['glass', 324, 300, 78, 60],
  ],
  bedroom: [
    ['wood', 130, 210, 300, 130],
    ['trim', 110, 300, 340, 120],
    ...row(2, 158, ['cloth', 134, 270, 130, 60, 'round']),
    ['accent', 110, 350, 340, 80],
    ['wood', 490, 330, 80, 90],
    ['sun', 500, 270, 60, 60, 'peak'],
  ],
  bathroom: [
    ...row(19, 40, ['glass', -58, 200, 36, 126]),
    ['trim', 70, 290, 300, 130, 'round'],
    ['water', 90, 296, 260, 50, 'round'],
    ['cloth', 450, 110, 110, 130, 'round'],
    ['trim', 436, 290, 140, 40, 'round'],
  ],
  study: [
    ['wood', 440, 120, 140, 300],
    ...row(4, 30, ['cloth', 452, 140, 14, 70], ['roof', 468, 150, 10, 60], ['cloth', 452, 240, 20, 60]),
    ...row(2, 270, ['wood', 86, 306, 24, 120]),
    ['wood', 70, 290, 310, 16],
    ['dark', 150, 190, 140, 100],
    ['accent', 180, 350, 90, 70, 'round'],
  ],
} as const satisfies Readonly<Record<string, readonly Part[]>>;

const inside = (random: Random, name: keyof typeof furniture): Part[] => [
  ['wall', 0, 0, WIDTH, GROUND],
  ['floor', 0, GROUND, WIDTH, HEIGHT - GROUND],
  ['trim', 0, GROUND - 8, WIDTH, 8],
  ...moved(row(2, 74, ['trim', 0, 40, 78, 130], ['glass', 6, 46, 66, 118]), random.int(20, 470)),
  ...moved(furniture[name], random.int(-50, 50), random.int(-10, 30)),
];

const outside = (random: Random, ...parts: readonly Part[]): Part[] => [
  ['sky', 0, 0, WIDTH, HEIGHT],
  ['sun', random.int(40, 540), random.int(30, 110), 60, 60, 'round'],
  ...across(random, 3, (x) => [['trim', x - 60, random.int(30, 130), random.int(80, 160), 40, 'round']]),
  ...across(random, 4, (x) => [['far', x - 180, GROUND - random.int(60, 130), 360, 260, 'round']]),
  ...across(random, 5, (x) => [['leaf', x - 50, GROUND - 24, random.int(60, 120), 60, 'round']]),
  ['ground', 0, GROUND, WIDTH, HEIGHT - GROUND],
  ...parts,
];

function tree(random: Random, x: number): Part[] {
  const [size, foot] = [random.int(120, 220), GROUND + random.int(20, 80)];
  const form = random.pick(['round', 'round', 'peak'] as const);
  const crown: Part = ['leaf', x - size * 0.35, foot - size, size * 0.7, size * 0.75, form];
  return [['wood', x - 8, foot - size * 0.5, 16, size * 0.5], crown];
}

const garden = (random: Random): Part[] => {
  const flowers = across(random, 30, (x) => [['accent', x, random.int(400, 450), 16, 16, 'round']]);
  return outside(random, ...row(25, 26, ['wood', 0, 290, 22, 60]), ...tree(random, 90), ...flowers);
};

const plot = (random: Random): Part[] =>
  outside(random, ...across(random, 6, (x) => [['accent', x, GROUND + random.int(10, 90), 14, 40, 'peak']]));

/** What has a front with windows and a door, so many floors high, between two trees. */
const front = (least: number, most: number) => (random: Random) => {
  const [floors, columns, step] = [random.int(least, most), random.int(3, 5), random.int(64, 80)];
  const [x, w, top] = [random.int(100, 180), columns * step, GROUND + 40 - floors * 64];
  const windows = row(columns, step, ['trim', x + 14, top + 12, 40, 44], ['glass', x + 18, top + 16, 32, 36]);
  const door = x + step * random.int(0, columns - 1);
  return outside(
    random,
    ...tree(random, x - random.int(20, 60)),
    ['wall', x, top - 10, w, floors * 64 + 10],
    floors > 2 ? ['roof', x - 8, top - 22, w + 16, 16] : ['roof', x - 24, top - 90, w + 48, 96, 'peak'],
    ...Array.from({ length: floors }, (_, floor) => moved(windows, 0, floor * 64)).flat(),
    ['shade', door + 6, GROUND + 40, 56, 100],
    ['accent', door + 16, GROUND - 18, 36, 58],
    ...tree(random, x + w + random.int(20, 60)),
  );
};

/** A plan, on lined paper. */
const plan = (random: Random, ...parts: readonly Part[]): Part[] => [
  ['trim', 0, 0, WIDTH, HEIGHT],
  ...row(31, 20, ['cloth', 20, 0, 1, HEIGHT]),
  ...moved(parts, random.int(70, 130), random.int(50, 90)),
];

function floorPlan(random: Random): Part[] {
  const [x, y] = [random.int(130, 230), random.int(120, 200)];
  return plan(
    random,
    ['dark', 0, 0, 400, 330],
    ['wall', 8, 8, x - 8, y - 8],
    ['floor', 8, y + 6, x - 8, 316 - y],
    ['water', x + 6, 8, 386 - x, 120],
    ['wall', x + 6, 134, 386 - x, 188],
    ['accent', 24, y + 40, 60, 70],
    ['trim', 310, 30, 64, 34, 'round'],
    ['trim', x, 50, 6, 36],
  );
}

function sitePlan(random: Random): Part[] {
  const trees = across(random, 9, (x) => [['leaf', x * 0.55, random.int(20, 240), 30, 30, 'round']]);
  const posts = row(2, 388, ['accent', -4, -4, 20, 20], ['accent', -4, 284, 20, 20]);
  const road: Part = ['shade', -130, 320, WIDTH, 50];
  return plan(random, road, ['dark', 0, 0, 400, 300], ['ground', 4, 4, 392, 292], ...trees, ...posts);
}

const things: Readonly<Record<Caption, (random: Random) => Part[]>> = {
  'The house': front(1, 2),
  'The building': front(3, 5),
  'The building in the evening': front(3, 5),
  'The building in winter': front(3, 5),
  'The room': (random) => inside(random, 'bedroom'),
  'Living room': (random) => inside(random, 'living'),
  Kitchen: (random) => inside(random, 'kitchen'),
  Bedroom: (random) => inside(random, 'bedroom'),
  Bathroom: (random) => inside(random, 'bathroom'),
  Study: (random) => inside(random, 'study'),
  Desk: (random) => inside(random, 'study'),
  Garden: garden,
  'Floor plan': floorPlan,
  'Site plan': sitePlan,
  'The plot': plot,
  'In the evening': plot,
  'The road to it': (random) => outside(random, ...row(1, 0, ['shade', random.int(20, 300), 290, 260, 190, 'peak'])),
  'Old trees': (random) => outside(random, ...across(random, 7, (x) => tree(random, x))),
  'In winter': (random) => outside(random, ...across(random, 5, (x) => tree(random, x))),
  'The field beside it': (random) => outside(random, ...row(14, 48, ['floor', -20, GROUND, 34, 140, 'peak'])),
  'The pond': (random) => outside(random, ...moved([['water', 0, 370, 320, 70, 'round']], random.int(20, 300))),
};

/** Draws what a caption says; the same chance draws the same. */
export function drawing(caption: Caption, random: Random): Drawing {
  const light = caption.includes('evening') ? 'evening' : caption.includes('winter') ? 'winter' : 'day';
  const palette = { ...own, ...lights[light], ...random.pick(houses), ...random.pick(rooms) };
  return { palette, parts: things[caption](random) };
}
