/** Words of the category Music. */
import { type Category, list } from './category.js';

/** Words of the category Music. */
export const music: Category = {
  name: 'Music',
  tag: 'music',
  titles: {
    beginner: list('{} for Beginners; {}: First Steps; {} from the Beginning; Introduction to {}'),
    intermediate: list('Intermediate {}; {} Workshop; {}: Technique and Style; Practical {}'),
    advanced: list('Advanced {}; {} in Depth; {} for Performers'),
    expert: list('{} Masterclass'),
  },
  methods: [
    'Each lesson has a slow and a full-speed recording to play along with.',
    'Ten minutes of daily practice are laid out for you, day by day.',
    'You learn complete pieces and pick up technique and theory on the way.',
    'Send in a recording every other week and get personal comments back.',
  ],
  homework: [
    'Practise the exercise at the slow tempo for a week, then hand in one recording without edits.',
    'Learn the marked passage by heart and note which bars needed the most work.',
    'Listen to the two recordings and describe three differences between them.',
    'Write down eight bars of your own that use what the lesson introduced.',
  ],
  projects: [
    'Present the result to a small audience or to the group, and write a short programme note.',
    'Work on it over three weeks, keep a practice diary and hand in both.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Piano',
      tags: list('piano; keyboard; sight-reading'),
      pitch: 'Play with both hands, read music at sight and shape a melody with feeling.',
      project: 'A short recital of three pieces',
      topics: list(
        'Posture and hand position; Finding the notes; Five-finger pieces; Reading two staves; Scales; Chords in the left hand; Using the pedal; Phrasing; Playing by ear; Polyphony',
      ),
    },
    {
      name: 'Acoustic Guitar',
      tags: list('guitar; chords; fingerstyle'),
      pitch: 'Accompany songs, pick patterns with your fingers and keep a steady beat.',
      project: 'A song arranged for solo guitar',
      topics: list(
        'Holding and tuning; First chords; Changing chords smoothly; Strumming patterns; Reading tablature; Fingerpicking; Barre chords; Melody and bass together; Alternate tunings; Arranging a song',
      ),
    },
    {
      name: 'Music Theory',
      tags: list('theory; harmony; ear-training'),
      pitch: 'Understand how melodies, chords and rhythms work, and hear what you read.',
      project: 'An analysis of a favourite song',
      topics: list(
        'Notes and rests; Rhythm and metre; Scales and keys; Intervals; Triads; Cadences; Seventh chords; Modulation; Musical form; Counterpoint',
      ),
    },
    {
      name: 'Songwriting',
      tags: list('songwriting; lyrics; melody'),
      pitch: 'Turn an idea, a line or a feeling into a song that others want to sing.',
      project: 'Two finished songs with lyric sheets',
      topics: list(
        'Catching ideas; Verse and chorus; Writing lyrics; Rhyme and rhythm; Melodies that stick; Chord progressions; Bridges and surprises; Rewriting; Writing with others; Recording a demo',
      ),
    },
    {
      name: 'Singing',
      tags: list('voice; breathing; vocal-technique'),
      pitch: 'Sing with an easy breath, a steady pitch and a voice that is your own.',
      project: 'Two songs in contrasting styles',
      topics: list(
        'Breathing; Warming up; Finding your range; Singing in tune; Vowels; Registers; Dynamics; Singing in harmony; Text and expression; Caring for the voice',
      ),
    },
    {
      name: 'Violin',
      tags: list('violin; strings; bowing'),
      pitch: 'Draw a clear tone from the violin and play your first pieces in tune.',
      project: 'A folk tune and a short classical piece',
      topics: list(
        'Holding the violin; Open strings; The bow hold; First finger patterns; Playing in tune; Slurs and bow strokes; Third position; Vibrato; Double stops; Playing in an ensemble',
      ),
    },
    {
      name: 'Drums',
      tags: list('drums; rhythm; groove'),
      pitch: 'Keep time, play solid grooves and lift a song with the right fill.',
      project: 'A drum part for a full song',
      topics: list(
        'Grip and posture; Single and double strokes; A first beat; Counting aloud; Eighth-note grooves; Fills; Playing with a click; Sixteenth notes; Shuffle and swing; Odd metres',
      ),
    },
    {
      name: 'Music Production',
      tags: list('production; recording; mixing'),
      pitch: 'Record, arrange and mix a track at home with modest equipment.',
      project: 'A finished three-minute track',
      topics: list(
        'Setting up a home studio; Microphones; Recording a take; Editing; Programming beats; Arranging a track; Equalisation; Compression; Reverb and space; Mastering',
      ),
    },
    {
      name: 'Jazz Improvisation',
      tags: list('jazz; improvisation; harmony'),
      pitch: 'Tell a story over the changes, with vocabulary you have made your own.',
      project: 'A recorded solo over a standard form',
      topics: list(
        'Swing feel; Call and response; Blues form; Chord tones; Scales and modes; Two-five-one progressions; Rhythm changes; Transcribing solos; Altered harmony; Developing a motif',
      ),
    },
    {
      name: 'Choral Conducting',
      tags: list('choir; conducting; rehearsal'),
      pitch: 'Lead a choir with clear gestures and rehearsals that singers look forward to.',
      project: 'A rehearsal plan and a filmed rehearsal',
      topics: list(
        'Stance and gesture; Beat patterns; Preparing a score; Warming up a choir; Teaching a part by ear; Balance and blend; Cues and releases; Intonation; Rehearsal planning; Concert day',
      ),
    },
  ],
};
