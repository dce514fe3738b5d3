/** Draws a garden, with a terrace. */
import { addBush, addTree, HORIZON, outdoors, type Outdoors, type View } from './outdoors.js';

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
export function garden(view: View): Outdoors {
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
