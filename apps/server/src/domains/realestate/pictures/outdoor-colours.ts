/** Colours of pictures of outdoors, in sets that go together. */

/** Times at which a picture is taken. */
export type Light = 'day' | 'evening' | 'winter';

/** Colours of a picture of outdoors. */
export type OutdoorColour =
  | 'sky'
  | 'low'
  | 'cloud'
  | 'sun'
  | 'far'
  | 'hill'
  | 'grass'
  | 'meadow'
  | 'leaf'
  | 'wall'
  | 'shade'
  | 'roof'
  | 'tile'
  | 'door'
  | 'trim'
  | 'dark';

/** Sets of colours by their names, one of which is chosen. */
type Choice<Name extends OutdoorColour> = readonly Readonly<Record<Name, string>>[];

/** Colours that follow from the light. */
export const lights: Readonly<Record<Light, Choice<'sky' | 'low' | 'cloud' | 'sun' | 'far' | 'hill'>>> = {
  day: [
    { sky: '#8ec9ee', low: '#cfe9f7', cloud: '#ffffff', sun: '#fff2b0', far: '#9dbfca', hill: '#7fb08b' },
    { sky: '#6fb3e0', low: '#b9ddf2', cloud: '#f7fbfd', sun: '#ffe98a', far: '#8fb0c4', hill: '#8bb56f' },
    { sky: '#b4d5e6', low: '#e6f0f2', cloud: '#ffffff', sun: '#fdf6d3', far: '#a9bdc4', hill: '#93b48d' },
  ],
  evening: [
    { sky: '#5b5a8c', low: '#f2a477', cloud: '#e9b6a4', sun: '#ffd98c', far: '#7d6a8f', hill: '#5d6b78' },
    { sky: '#3f4f80', low: '#e8909b', cloud: '#c98fa5', sun: '#ffe0a3', far: '#67608c', hill: '#4c6370' },
  ],
  winter: [
    { sky: '#bcd0de', low: '#e7eef2', cloud: '#f8fafb', sun: '#fff8e1', far: '#b3c3cf', hill: '#d5e0e6' },
    { sky: '#a7c6dd', low: '#f3e6dd', cloud: '#ffffff', sun: '#fff3cf', far: '#a3b7c8', hill: '#cbd9e2' },
  ],
};

/** Colours of the ground and of what grows on it. */
export const grounds: Readonly<Record<Light, Choice<'grass' | 'meadow' | 'leaf'>>> = {
  day: [
    { grass: '#86bd62', meadow: '#6fa850', leaf: '#4b8a4a' },
    { grass: '#9cc46b', meadow: '#83ae55', leaf: '#5c9140' },
    { grass: '#7db36e', meadow: '#679d5c', leaf: '#3f7d56' },
    { grass: '#b3b865', meadow: '#9aa352', leaf: '#c98a3a' },
  ],
  evening: [
    { grass: '#5f7f57', meadow: '#4d6b4c', leaf: '#36553f' },
    { grass: '#6d7a4f', meadow: '#596744', leaf: '#41512f' },
  ],
  winter: [
    { grass: '#eef3f6', meadow: '#d9e4ea', leaf: '#56746a' },
    { grass: '#f4f6f6', meadow: '#dfe7e8', leaf: '#6d7f77' },
  ],
};

/** Colours of houses: walls, roofs and doors that go together. */
export const houses: Choice<'wall' | 'shade' | 'roof' | 'tile' | 'door' | 'trim'> = [
  { wall: '#f3e7d3', shade: '#dccbb0', roof: '#b5553c', tile: '#9a4431', door: '#2f6d6a', trim: '#ffffff' },
  { wall: '#e8b7a0', shade: '#d19b84', roof: '#6d5a56', tile: '#5a4946', door: '#3a4f7a', trim: '#fbf3ea' },
  { wall: '#f5f1ea', shade: '#d9d5cf', roof: '#4f5b66', tile: '#414c56', door: '#c8553d', trim: '#aab4bb' },
  { wall: '#c9d8c5', shade: '#adc0aa', roof: '#7a4b3a', tile: '#663e30', door: '#8a5a2b', trim: '#fafaf5' },
  { wall: '#b65f4b', shade: '#9c4d3c', roof: '#57606b', tile: '#48505a', door: '#f0e3c8', trim: '#f4ece2' },
  { wall: '#f2d58b', shade: '#dbbb6c', roof: '#a4513a', tile: '#8a412e', door: '#4d7a5c', trim: '#fffaf0' },
  { wall: '#a9c3d6', shade: '#8dabc1', roof: '#5b5568', tile: '#4a4556', door: '#f3efe6', trim: '#ffffff' },
];
