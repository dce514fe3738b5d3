/** Cities where events take place, with what belongs to them. */

/** A city with its country, time zone, currency and venues. */
export interface City {
  readonly name: string;
  readonly country: string;
  readonly timezone: string;
  readonly currency: string;
  readonly venues: readonly string[];
}

/** The cities. */
export const cities: readonly City[] = [
  {
    name: 'Lisbon',
    country: 'Portugal',
    timezone: 'Europe/Lisbon',
    currency: 'EUR',
    venues: ['Harbour Hall', 'The Old Tram Depot', 'Riverside Studio'],
  },
  {
    name: 'Berlin',
    country: 'Germany',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    venues: ['Halle am Kanal', 'Backsteinhaus', 'Studio Ost'],
  },
  {
    name: 'London',
    country: 'United Kingdom',
    timezone: 'Europe/London',
    currency: 'GBP',
    venues: ['Canal Street Rooms', 'The Foundry', 'Northgate Library'],
  },
  {
    name: 'Paris',
    country: 'France',
    timezone: 'Europe/Paris',
    currency: 'EUR',
    venues: ['La Verrière', 'Atelier du Quai', 'Salle des Arts'],
  },
  {
    name: 'Amsterdam',
    country: 'Netherlands',
    timezone: 'Europe/Amsterdam',
    currency: 'EUR',
    venues: ['De Werkplaats', 'Grachtenzaal', 'Pakhuis Noord'],
  },
  {
    name: 'Stockholm',
    country: 'Sweden',
    timezone: 'Europe/Stockholm',
    currency: 'SEK',
    venues: ['Norra Magasinet', 'Kulturhallen', 'Studio Söder'],
  },
  {
    name: 'Toronto',
    country: 'Canada',
    timezone: 'America/Toronto',
    currency: 'CAD',
    venues: ['Lakeside Centre', 'The Brick Works', 'Queen Street Loft'],
  },
  {
    name: 'New York',
    country: 'United States',
    timezone: 'America/New_York',
    currency: 'USD',
    venues: ['Greenpoint Hall', 'The Print Shop', 'Hudson Rooms'],
  },
  {
    name: 'San Francisco',
    country: 'United States',
    timezone: 'America/Los_Angeles',
    currency: 'USD',
    venues: ['Pier Studio', 'Mission Hall', 'The Cannery Loft'],
  },
  {
    name: 'São Paulo',
    country: 'Brazil',
    timezone: 'America/Sao_Paulo',
    currency: 'BRL',
    venues: ['Galpão Central', 'Casa do Jardim', 'Sala Paulista'],
  },
  {
    name: 'Tokyo',
    country: 'Japan',
    timezone: 'Asia/Tokyo',
    currency: 'JPY',
    venues: ['Sumida Hall', 'Kawa Studio', 'The Paper House'],
  },
  {
    name: 'Singapore',
    country: 'Singapore',
    timezone: 'Asia/Singapore',
    currency: 'SGD',
    venues: ['Marina Rooms', 'The Godown', 'Garden Hall'],
  },
  {
    name: 'Bengaluru',
    country: 'India',
    timezone: 'Asia/Kolkata',
    currency: 'INR',
    venues: ['Lake View Hall', 'The Banyan Rooms', 'Studio 12'],
  },
  {
    name: 'Nairobi',
    country: 'Kenya',
    timezone: 'Africa/Nairobi',
    currency: 'KES',
    venues: ['Acacia Hall', 'The Hangar', 'Garden House'],
  },
  {
    name: 'Melbourne',
    country: 'Australia',
    timezone: 'Australia/Melbourne',
    currency: 'AUD',
    venues: ['Laneway Studio', 'The Wool Store', 'Yarra Rooms'],
  },
];
