/** Words of the category Languages. */
import { type Category, list } from './category.js';

/** Words of the category Languages. */
export const languages: Category = {
  name: 'Languages',
  tag: 'languages',
  titles: {
    beginner: list('{} for Beginners; Everyday {}; {} for Travellers; First Words in {}'),
    intermediate: list('Intermediate {}; Conversational {}; Reading and Writing {}; {} Grammar in Context'),
    advanced: list('Advanced {}; {} for the Workplace; {} Through Short Stories'),
    expert: list('{} for Near-Native Speakers'),
  },
  methods: [
    'Dialogues recorded by native speakers come with transcripts and speaking exercises.',
    'You speak from the first lesson on and repeat new words at growing intervals.',
    'Short texts about daily life introduce the grammar where it is needed.',
    'Every lesson ends with a small task in the real world, such as a note or a phone call.',
  ],
  homework: [
    'Record yourself reading the dialogue aloud, then answer the five questions in full sentences.',
    'Write a text of about 120 words using at least ten of the new words.',
    'Complete the grammar exercises and correct the eight sentences at the end.',
    'Listen to the recording twice and summarise it in your own words.',
  ],
  projects: [
    'Write a first version, have it corrected, and hand in the second one with a recording of yourself reading it.',
    'Collect your material in the language itself, and present the result to a conversation partner.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Spanish',
      tags: list('spanish; vocabulary; conversation'),
      pitch: 'Hold conversations in Spanish, from ordering a coffee to telling a story.',
      project: 'A guided walk through a Spanish-speaking city',
      topics: list(
        'Greetings and introductions; Numbers and prices; Ser and estar; Ordering food; Talking about family; Past tenses; Pronouns in use; The subjunctive; Regional differences; Reading the news',
      ),
    },
    {
      name: 'French',
      tags: list('french; pronunciation; conversation'),
      pitch: 'Understand spoken French at normal speed and answer without translating in your head.',
      project: 'A restaurant review in French',
      topics: list(
        'Sounds and spelling; Introducing yourself; Articles and gender; At the market; Asking the way; Talking about yesterday; Object pronouns; The subjunctive; Formal letters; Humour and wordplay',
      ),
    },
    {
      name: 'German',
      tags: list('german; grammar; vocabulary'),
      pitch: 'Build German sentences with confidence and see the order behind the long ones.',
      project: 'A flat-hunting diary in German',
      topics: list(
        'Greetings and small talk; Nouns and their gender; Everyday verbs; Shopping and numbers; Word order; Accusative and dative; Separable verbs; Talking about the past; Subordinate clauses; Nuance with particles',
      ),
    },
    {
      name: 'Italian',
      tags: list('italian; culture; conversation'),
      pitch: 'Speak Italian in everyday situations and enjoy its films, recipes and songs.',
      project: 'A family recipe presented in Italian',
      topics: list(
        'Sounds and rhythm; Introducing yourself; Articles and plurals; In the kitchen; Making plans; The passato prossimo; The imperfect; Pronouns combined; The congiuntivo; Proverbs and idioms',
      ),
    },
    {
      name: 'Portuguese',
      tags: list('portuguese; listening; conversation'),
      pitch: 'Follow Portuguese from both sides of the Atlantic and make yourself understood in either.',
      project: 'A podcast episode in Portuguese',
      topics: list(
        'Nasal sounds; Greetings; Present tense verbs; Food and drink; Travel plans; Past tenses; Ser, estar and ficar; The future subjunctive; Two sides of the Atlantic; Song lyrics',
      ),
    },
    {
      name: 'Japanese',
      tags: list('japanese; kanji; conversation'),
      pitch: 'Read signs and menus, introduce yourself politely and understand how a sentence is put together.',
      project: 'A travel plan written in Japanese',
      topics: list(
        'Hiragana; Katakana; Introducing yourself; Particles; Counting things; Verb groups; First hundred kanji; Polite and plain forms; Honorific speech; Reading a short essay',
      ),
    },
    {
      name: 'Mandarin Chinese',
      tags: list('mandarin; characters; tones'),
      pitch: 'Hear and speak the tones, read common characters and manage everyday conversations.',
      project: 'A shopping dialogue performed in Mandarin',
      topics: list(
        'Four tones; Pinyin; Strokes and radicals; Numbers and dates; Measure words; Asking questions; Completed actions; Comparing things; Result complements; Four-character idioms',
      ),
    },
    {
      name: 'Arabic',
      tags: list('arabic; script; conversation'),
      pitch: 'Read and write the Arabic script and use the standard language in simple conversations.',
      project: 'An illustrated word book in Arabic',
      topics: list(
        'Letters and their forms; Short and long vowels; Greetings; Nouns and the article; Roots and patterns; Present tense; Numbers and time; Past tense; Verb forms; Reading a newspaper',
      ),
    },
    {
      name: 'Swedish',
      tags: list('swedish; pronunciation; everyday-life'),
      pitch: 'Get around in Swedish, read a newspaper and join the conversation over coffee.',
      project: 'A letter to a Swedish neighbour',
      topics: list(
        'Vowels and melody; Greetings; En and ett; Weather and seasons; Word order; Work and study; Past tenses; Definite adjectives; Particle verbs; Reading a short novel',
      ),
    },
    {
      name: 'English',
      tags: list('english; writing; conversation'),
      pitch: 'Speak and write English that is clear, natural and right for the occasion.',
      project: 'A feature article in English',
      topics: list(
        'Introducing yourself; Asking questions; Everyday tenses; Phone calls; Articles; Phrasal verbs; Conditionals; Formal and informal style; Reported speech; Irony and understatement',
      ),
    },
  ],
};
