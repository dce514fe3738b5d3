/** The cities where events take place, with their venues. */
import { type Place, places } from '../../../kit/index.js';

/** A city with its venues. */
export interface City extends Place {
  readonly venues: readonly string[];
}

const venues: Readonly<Record<string, readonly string[]>> = {
  Lisbon: ['Harbour Hall', 'The Old Tram Depot', 'Riverside Studio'],
  Berlin: ['Halle am Kanal', 'Backsteinhaus', 'Studio Ost'],
  London: ['Canal Street Rooms', 'The Foundry', 'Northgate Library'],
  Paris: ['La Verrière', 'Atelier du Quai', 'Salle des Arts'],
  Amsterdam: ['De Werkplaats', 'Grachtenzaal', 'Pakhuis Noord'],
  Stockholm: ['Norra Magasinet', 'Kulturhallen', 'Studio Söder'],
  Toronto: ['Lakeside Centre', 'The Brick Works', 'Queen Street Loft'],
  'New York': ['Greenpoint Hall', 'The Print Shop', 'Hudson Rooms'],
  'San Francisco': ['Pier Studio', 'Mission Hall', 'The Cannery Loft'],
  'São Paulo': ['Galpão Central', 'Casa do Jardim', 'Sala Paulista'],
  Tokyo: ['Sumida Hall', 'Kawa Studio', 'The Paper House'],
  Singapore: ['Marina Rooms', 'The Godown', 'Garden Hall'],
  Bengaluru: ['Lake View Hall', 'The Banyan Rooms', 'Studio 12'],
  Nairobi: ['Acacia Hall', 'The Hangar', 'Garden House'],
  Melbourne: ['Laneway Studio', 'The Wool Store', 'Yarra Rooms'],
};

/** The cities. */
export const cities: readonly City[] = places.flatMap((place) => {
  const known = venues[place.name];
  return known === undefined ? [] : [{ ...place, venues: known }];
});
