/** Words of the category Design. */
import { type Category, list } from './category.js';

/** Words of the category Design. */
export const design: Category = {
  name: 'Design',
  tag: 'design',
  titles: {
    beginner: list('{} Fundamentals; Introduction to {}; {} for Beginners; {}: First Principles'),
    intermediate: list('Practical {}; {} Studio; {} Workshop; {}: From Brief to Result'),
    advanced: list('Advanced {}; {} in Depth; Professional {}'),
    expert: list('{} Masterclass'),
  },
  methods: [
    'Each lesson pairs a principle with a sketching exercise and a critique of finished work.',
    'You work from a written brief, share drafts early and improve them after feedback.',
    'Before-and-after examples show how small decisions change the whole.',
    'A sketchbook page a week builds a portfolio without noticing the effort.',
  ],
  homework: [
    'Hand in three quick variants and one sentence on which of them works best and why.',
    'Redesign the given example using only what the lesson covered.',
    'Collect five examples from your surroundings and note what each does well.',
    'Revise your draft after the comments of two other students, and list what you changed.',
  ],
  projects: [
    'Work from the brief to a finished piece, and show the sketches that led there.',
    'Present your design on three pages: the problem, the alternatives you tried, the result.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Typography',
      tags: list('typography; layout; print'),
      pitch: 'Choose, pair and set type so that text is pleasant to read and carries the right tone.',
      project: 'A typeset programme for a theatre',
      topics: list(
        'Anatomy of a letter; Serif and sans serif; Size and line length; Spacing and leading; Hierarchy on a page; Pairing typefaces; Grids; Numerals and small details; Type on screens; Setting long texts',
      ),
    },
    {
      name: 'Colour Theory',
      tags: list('colour; palettes; accessibility'),
      pitch: 'Build palettes that feel right, print well and stay legible for everyone.',
      project: 'A palette for a small museum',
      topics: list(
        'Hue, value and saturation; The colour wheel; Warm and cool; Contrast; Harmonies; Colour and mood; Palettes from photographs; Colour-blind readers; Colour in print and on screen; Systems of colours',
      ),
    },
    {
      name: 'User Interface Design',
      tags: list('ui; interaction; prototyping'),
      pitch: 'Design screens that people understand without being told how.',
      project: 'A booking screen for a sports centre',
      topics: list(
        'What users see first; Layout and alignment; Buttons and links; Forms that help; Empty and error states; Clickable prototypes; Designing for small screens; Accessibility; Motion and feedback; Handing over to developers',
      ),
    },
    {
      name: 'User Research',
      tags: list('ux; interviews; usability'),
      pitch: 'Find out what people need before building it, with interviews, observation and simple tests.',
      project: 'A usability report with three recommendations',
      topics: list(
        'Questions worth asking; Finding participants; Planning an interview; Listening well; Observing people at work; Sorting what you heard; Personas and their limits; Usability tests; Surveys and numbers; Convincing a team',
      ),
    },
    {
      name: 'Graphic Design',
      tags: list('graphics; composition; layout'),
      pitch: 'Arrange words, shapes and pictures so that a message is seen, understood and remembered.',
      project: 'A poster series for a festival',
      topics: list(
        'Point, line and shape; Balance; Contrast and emphasis; White space; Working with photographs; Composition and rhythm; Posters; Booklets and folds; Preparing files for print; Directing a series',
      ),
    },
    {
      name: 'Logo Design',
      tags: list('logos; identity; vector-graphics'),
      pitch: 'Draw marks that are simple enough to remember and work at any size.',
      project: 'A logo for a local bakery',
      topics: list(
        'What a logo has to do; Collecting ideas; Sketching fast; Letters as marks; Simple shapes; Drawing with vectors; Working in black first; Testing small sizes; Rules for use; Presenting to a client',
      ),
    },
    {
      name: 'Motion Design',
      tags: list('animation; motion; video'),
      pitch: 'Bring graphics to life with timing, rhythm and movement that serves the story.',
      project: 'A fifteen-second explainer',
      topics: list(
        'Frames and timing; Easing; Arcs and anticipation; Storyboards; Moving type; Layers and masks; Transitions; Sound and rhythm; Looping animation; Rendering for the web',
      ),
    },
    {
      name: 'Design Systems',
      tags: list('design-systems; components; ui'),
      pitch: 'Give a product one visual language with components, tokens and rules that teams enjoy using.',
      project: 'A starter kit of ten components',
      topics: list(
        'Taking an inventory; Naming things; Design tokens; Basic components; States and variants; Writing guidelines; Accessibility by default; Contributing and reviewing; Versions and changes; Measuring adoption',
      ),
    },
    {
      name: 'Illustration',
      tags: list('illustration; drawing; storytelling'),
      pitch: 'Draw pictures that explain, decorate or tell a story in a style of your own.',
      project: 'An illustrated double page for a magazine',
      topics: list(
        'Loose lines; Seeing shapes; Light and shadow; Simple perspective; Drawing people; Expressions and gestures; Texture; Limited palettes; Telling a story in panels; Developing a style',
      ),
    },
    {
      name: 'Interior Design',
      tags: list('interiors; space-planning; materials'),
      pitch: 'Plan rooms that suit the people who live in them, from the first measurement to the last lamp.',
      project: 'A plan for a small studio flat',
      topics: list(
        'Measuring a room; Floor plans; Light through the day; Choosing a palette; Furniture and proportion; Materials and textures; Storage; Lighting plans; Working with a budget; Presenting a concept',
      ),
    },
  ],
};
