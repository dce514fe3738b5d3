/** What seeded posts say: each topic has texts of its own, with their tags in them. */

/** A topic. */
export interface Topic {
  /** Language of its texts (BCP 47). */
  readonly language: string;
  readonly texts: readonly [string, ...string[]];
}

/** What posts in English are about. */
export const englishTopics: readonly Topic[] = [
  {
    language: 'en',
    texts: [
      'First tomatoes of the year, three weeks early. #gardening',
      'Does anybody else talk to their seedlings? Asking for a friend. 🌱 #gardening',
      'The compost heap has reached 60 °C. I have never been prouder. #gardening #compost',
      'Moved the beans to the south wall. We shall see. #gardening',
      'Slugs: 14. Lettuces: 0. #gardening',
    ],
  },
  {
    language: 'en',
    texts: [
      'Thirty kilometres before breakfast, and a headwind on every one of them. #cycling',
      'New chain, new cassette, same old knees. 🚲 #cycling',
      'The path along the river is open again! #cycling #citylife',
      'Who designs a cycle lane that ends in a hedge? #cycling #citylife',
      'Fixed a puncture in the rain in under ten minutes. Somebody write that down. #cycling',
    ],
  },
  {
    language: 'en',
    texts: [
      'Day four of the sourdough. It smells of apples now. 🍞 #baking',
      'If your crust sings when it comes out of the oven, you did it right. #baking',
      'Cardamom buns for the whole office. Recipe in the replies. #baking #recipes',
      'Too much salt. Eating it anyway. #baking',
      'A 78 % hydration dough is a lifestyle, not a recipe. #baking',
    ],
  },
  {
    language: 'en',
    texts: [
      'The bug was a time zone. The bug is always a time zone. #webdev',
      'Deleted four hundred lines today, and nothing broke. Best day this month. #webdev #refactoring',
      'Wrote a test that failed for the right reason on the first try. #webdev #testing',
      'PSA: a 204 has no body. response.json() will throw. #webdev #http',
      'Cursor or page numbers? Choose before your users scroll. #webdev #api',
    ],
  },
  {
    language: 'en',
    texts: [
      'Two hundred pages in, and I still do not trust the narrator. #reading',
      'The library has a shelf for books without covers. I took three. 📚 #reading',
      'Finished it on the train, missed my stop. Worth it. #reading',
      'Which book did you give away most often? #reading',
      'Poetry before coffee is a mistake I make every morning. #reading #coffee',
    ],
  },
  {
    language: 'en',
    texts: [
      'Fog in the valley, sun on the ridge. #hiking',
      'The map said two hours. The map has never met my brother. #hiking',
      'Saw a marmot. It saw me first. 🏔️ #hiking #wildlife',
      'Wet socks, great view, no regrets. #hiking',
    ],
  },
  {
    language: 'en',
    texts: [
      'Caught the 6:12 for once. The light over the harbour! #photography',
      'One lens for the whole week. Harder than it sounds. 📷 #photography',
      'Every good picture I have taken, I took on the way to another one. #photography',
      'Grain is not noise. #photography #film',
    ],
  },
  {
    language: 'en',
    texts: [
      'The second violins carry this piece and nobody will tell you. 🎻 #music',
      'Learned a whole new chord. Now I need a song for it. #music',
      'Vinyl night: everybody brings one record and defends it. #music #vinyl',
      'That key change, though. #music',
    ],
  },
];

/** What the other posts are about. */
export const otherTopics: readonly Topic[] = [
  {
    language: 'de',
    texts: [
      'Der erste Frost, und die Dahlien stehen noch. #garten',
      'Wer hat eigentlich die Schubkarre? #garten #nachbarschaft',
      'Heute Brot mit Roggen, morgen wieder Geduld. 🍞 #backen',
      'Die neue Straßenbahn fährt! Und sie ist pünktlich. #stadt',
    ],
  },
  {
    language: 'fr',
    texts: [
      'Marché du samedi : trois kilos de prunes, aucun regret. #cuisine',
      'La confiture déborde. Comme chaque année. #cuisine',
      'Enfin fini ce roman. Je n’ai rien vu venir. 📖 #lecture',
    ],
  },
  {
    language: 'es',
    texts: [
      '¿Alguien sale a correr antes de las siete? #correr',
      'La mejor tortilla es la que sobró de ayer. #cocina',
      'Hoy el mar estaba como un plato. 🌊 #playa',
    ],
  },
  {
    language: 'pt-BR',
    texts: [
      'O café desta semana tem gosto de chocolate. ☕ #cafe',
      'Ensaio aberto hoje às oito, na praça. #musica',
      'Choveu a semana inteira e o jardim agradece. #jardim',
    ],
  },
  {
    language: 'ja',
    texts: ['朝の散歩、猫に三回会った。🐈 #散歩', '新しい本棚、もういっぱい。 #読書'],
  },
];

/** What stands before a text in English. */
export const leads: readonly string[] = [
  'Small victory of the day:',
  'Note to self:',
  'Update:',
  'Overheard this morning:',
  'Unpopular opinion?',
  'Good news:',
  'Every year the same:',
  'For the record:',
  'In other news:',
  'Sunday thoughts:',
];

/** What stands after one. */
export const tails: readonly string[] = [
  'More tomorrow.',
  'How is it with you?',
  'I regret nothing.',
  'Pictures to follow.',
  'You have been warned. 😅',
  'Ask me anything.',
  'That is all.',
  'Who is in?',
  'Still smiling.',
  'Now for a coffee. ☕',
];

/** What seeded replies say, whatever they answer. */
export const replies: readonly string[] = [
  'Same here!',
  'This made my day. 😊',
  'Could you say more about that?',
  'I tried it last week, and it works.',
  'Not so sure about this one.',
  'Congratulations!',
  'How long did it take you?',
  'Saving this for later.',
  'You should see mine…',
  'I had exactly the same question.',
  'That is the best thing I have read today.',
  'Please post a picture.',
  'It depends, as always.',
  'Agreed, with one exception.',
  'My neighbour swears by it.',
  'Once more, with feeling. 🎉',
  'Where was that?',
  'Count me in.',
  'Never again, thank you.',
  'Thank you for writing this.',
  'Is there a source?',
  'I will be there on Saturday.',
  'The second one is better.',
  'Ha! 😄',
];
