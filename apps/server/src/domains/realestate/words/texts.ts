/** Titles and descriptions of listings, by kind of property. */
import type { Listing } from '@understudy/contract/realestate';

/** What a listing of a kind says of itself; `{district}` and `{rooms}` stand for those of the property. */
interface Texts {
  readonly titles: readonly string[];
  readonly sentences: readonly string[];
}

/** The texts. */
export const texts: Readonly<Record<Listing['kind'], Texts>> = {
  house: {
    titles: [
      'Family house with {rooms} bedrooms in {district}',
      'Detached house on a quiet street in {district}',
      'Renovated townhouse in {district}',
      'House with a south-facing garden, {district}',
      'Corner house with workshop in {district}',
    ],
    sentences: [
      'The kitchen opens to the garden.',
      'The attic has been converted, and makes a bright study.',
      'The roof was renewed three years ago.',
      'A school and a bakery are on the same street.',
      'The bathrooms were redone last year.',
      'There is room for two bicycles and a car.',
      'Neighbours on one side only.',
    ],
  },
  apartment: {
    titles: [
      'Bright apartment with {rooms} bedrooms in {district}',
      'Top-floor apartment over the roofs of {district}',
      'Quiet apartment facing the courtyard, {district}',
      'Well-planned apartment close to the station, {district}',
      'Period apartment with high ceilings in {district}',
    ],
    sentences: [
      'Morning light in the bedrooms, evening light in the kitchen.',
      'The floors are oak, sanded and oiled last spring.',
      'The building has a bicycle room and a shared courtyard.',
      'Windows are double-glazed throughout.',
      'A market is held around the corner on Saturdays.',
      'The tram stops two minutes away.',
      'A storage room in the basement belongs to it.',
    ],
  },
  studio: {
    titles: [
      'Compact studio in {district}',
      'Studio with kitchenette, close to everything in {district}',
      'Furnished-to-measure studio in {district}',
      'Sunny studio under the roof, {district}',
    ],
    sentences: [
      'The bed folds into the wall.',
      'Laundry is on the ground floor.',
      'Heating and water are part of the service charge.',
      'Two large windows face the trees.',
      'It suits one person, or two who get on well.',
    ],
  },
  land: {
    titles: [
      'Building plot in {district}',
      'Level plot with road access, {district}',
      'Corner plot with old trees in {district}',
    ],
    sentences: [
      'Water, power and fibre are at the boundary.',
      'A house of two storeys may be built.',
      'The ground was surveyed last year.',
      'It slopes gently to the south.',
      'The neighbouring plots are built on.',
    ],
  },
};

/** Names of agencies, before the name of their city. */
export const agencies = ['Keystone', 'Harbour & Hill', 'Four Walls', 'Linden', 'Blue Door', 'Northlight'] as const;
