/** Colours of pictures of rooms, in sets that go together. */

/** Colours of a picture of a room. */
export type IndoorColour =
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
export const rooms: Choice<'wall' | 'side' | 'ceiling' | 'floor' | 'board'> = [
  { wall: '#efe6d8', side: '#e0d4c2', ceiling: '#faf7f1', floor: '#c79a6b', board: '#b2855a' },
  { wall: '#d7e3e4', side: '#c3d3d5', ceiling: '#f6f9f9', floor: '#d8c3a0', board: '#c4ad88' },
  { wall: '#e9d9d2', side: '#d9c5bd', ceiling: '#faf4f1', floor: '#8d6347', board: '#7a543b' },
  { wall: '#dde5d1', side: '#cad5bb', ceiling: '#f8faf4', floor: '#b98e66', board: '#a57c56' },
  { wall: '#f2f0ec', side: '#e0ddd7', ceiling: '#ffffff', floor: '#9a9388', board: '#888176' },
  { wall: '#c8d3e2', side: '#b3c1d4', ceiling: '#f4f7fb', floor: '#cfa878', board: '#bb9566' },
];

/** Fabrics of furniture. */
export const fabrics: Choice<'rug' | 'sofa' | 'cushion' | 'fold'> = [
  { rug: '#c8553d', sofa: '#3f6b7d', cushion: '#e8b04a', fold: '#345a6a' },
  { rug: '#6b8f71', sofa: '#c98a5b', cushion: '#f0e3c8', fold: '#b0764a' },
  { rug: '#3a4f7a', sofa: '#8b8f94', cushion: '#d96c4f', fold: '#777b80' },
  { rug: '#e0c58f', sofa: '#5f7f5a', cushion: '#f3ead7', fold: '#4f6c4b' },
  { rug: '#a3b8c8', sofa: '#a4514f', cushion: '#f2d9a6', fold: '#8b4341' },
];

/** Woods. */
export const woods: Choice<'wood' | 'grain'> = [
  { wood: '#a9744a', grain: '#8f5f3b' },
  { wood: '#6f4a35', grain: '#5c3c2a' },
  { wood: '#d3b48c', grain: '#bb9c74' },
  { wood: '#f3efe8', grain: '#d9d3c8' },
];
