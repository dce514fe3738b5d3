/** What the photos of a listing show, by its kind, and how each of them is drawn. */
import type { Random } from '../../../kit/index.js';
import { building } from './building.js';
import { garden } from './garden.js';
import { house } from './house.js';
import { land, type LandMotif } from './land.js';
import type { Light } from './outdoor-colours.js';
import { floorPlan, sitePlan } from './plan.js';
import { type Room, room } from './rooms.js';
import type { Scene } from './scene.js';

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
