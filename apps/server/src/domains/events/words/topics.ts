/** What events are about, by category. */

/** A category with titles and descriptions that belong to it. */
export interface Topic {
  readonly slug: string;
  readonly name: string;
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
}

/** The categories. */
export const topics: readonly Topic[] = [
  {
    slug: 'technology',
    name: 'Technology',
    titles: [
      'Open Source Evening',
      'API Design Day',
      'Databases After Dark',
      'Testing in Practice',
      'Web Performance Meetup',
      'Embedded Systems Forum',
    ],
    descriptions: [
      'Short talks by people who build things, and time to ask how.',
      'Bring a laptop and a problem; leave with one of them solved.',
    ],
  },
  {
    slug: 'music',
    name: 'Music',
    titles: [
      'Chamber Music by Candlelight',
      'Jazz in the Courtyard',
      'Songwriters’ Circle',
      'New Voices Concert',
      'Choir Open Rehearsal',
      'Vinyl Listening Session',
    ],
    descriptions: ['An evening of live music in a small room.', 'Local players, a short programme and a long encore.'],
  },
  {
    slug: 'food-and-drink',
    name: 'Food & Drink',
    titles: [
      'Sourdough Workshop',
      'Street Food Weekend',
      'Coffee Tasting',
      'Seasonal Supper Club',
      'Fermentation Basics',
      'Chocolate Evening',
    ],
    descriptions: ['Cook, taste and take the recipes home.', 'Small producers pour, slice and tell how they work.'],
  },
  {
    slug: 'business',
    name: 'Business',
    titles: [
      'Founders’ Breakfast',
      'Pricing Clinic',
      'Hiring Your First Ten',
      'Freelancers’ Forum',
      'Customer Research Day',
      'Pitch Practice Night',
    ],
    descriptions: [
      'Honest numbers and lessons from people who have done it.',
      'Work through your own case with someone who has seen many.',
    ],
  },
  {
    slug: 'arts',
    name: 'Arts',
    titles: [
      'Life Drawing Session',
      'Printmaking Open Studio',
      'Photography Walk',
      'Poetry Reading',
      'Ceramics Evening',
      'Short Film Night',
    ],
    descriptions: [
      'Materials are there; experience is not needed.',
      'New work by local artists, and a conversation with them.',
    ],
  },
  {
    slug: 'health',
    name: 'Health',
    titles: [
      'Morning Yoga in the Park',
      'Sleep Better Workshop',
      'First Aid Refresher',
      'Mindful Running Group',
      'Healthy Back Class',
      'Breathing Basics',
    ],
    descriptions: ['Gentle practice for every level.', 'Led by practitioners, with time for questions.'],
  },
  {
    slug: 'science',
    name: 'Science',
    titles: [
      'Night at the Observatory',
      'Citizen Science Day',
      'Climate Data Workshop',
      'Physics for Everyone',
      'Garden Biology Walk',
      'Maths Puzzle Evening',
    ],
    descriptions: ['Researchers explain what they do, without formulas.', 'Measure, count and look for yourself.'],
  },
  {
    slug: 'community',
    name: 'Community',
    titles: [
      'Repair Café',
      'Neighbourhood Clean-up',
      'Book Swap',
      'Language Exchange',
      'Board Game Night',
      'Community Garden Day',
    ],
    descriptions: ['Come as you are and meet who lives next door.', 'Bring something to share, take something home.'],
  },
];
