/** Words of the category Photography. */
import { type Category, list } from './category.js';

/** Words of the category Photography. */
export const photography: Category = {
  name: 'Photography',
  tag: 'photography',
  titles: {
    beginner: list('{} for Beginners; Introduction to {}; {}: The Essentials; First Steps in {}'),
    intermediate: list('Practical {}; {} Workshop; {} Step by Step; {} in Practice'),
    advanced: list('Advanced {}; {} Projects; Professional {}'),
    expert: list('{} Masterclass'),
  },
  methods: [
    'A weekly assignment sends you out with one idea to try, and the group discusses the results.',
    'Contact sheets show how each picture came about, including the ones that failed.',
    'Settings are given for simple and for advanced equipment.',
    'Every lesson pairs one technical skill with one way of seeing.',
  ],
  homework: [
    'Take twenty pictures on the theme of the lesson and hand in the best three with a sentence on each.',
    'Photograph the same subject at three times of day and compare the results.',
    'Repeat the demonstration with your own camera and note the settings you used.',
    'Choose one of your older pictures and explain how you would take it today.',
  ],
  projects: [
    'Hand in your pictures in a deliberate order, with a short text on how they belong together.',
    'Take four weeks from the first idea to the final selection; include the contact sheet.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Portrait Photography',
      tags: list('portraits; people; lighting'),
      pitch: 'Put people at ease and make portraits in which they recognise themselves.',
      project: 'Portraits of people at work',
      topics: list(
        'Meeting your subject; Window light; Choosing a lens; Backgrounds; Posing without posing; Focus on the eyes; Reflectors; Group portraits; Off-camera flash; Environmental portraits',
      ),
    },
    {
      name: 'Landscape Photography',
      tags: list('landscape; nature; composition'),
      pitch: 'Be in the right place at the right hour, and bring home the landscape you saw.',
      project: 'One place in four kinds of weather',
      topics: list(
        'Reading a map for pictures; Golden and blue hour; Foreground and depth; Using a tripod; Exposure for skies; Filters; Water in motion; Weather as a subject; Panoramas; Editing with restraint',
      ),
    },
    {
      name: 'Street Photography',
      tags: list('street; candid; documentary'),
      pitch: 'Notice small moments in public places and photograph them with respect.',
      project: 'A single street over one month',
      topics: list(
        'Walking and waiting; Camera settings for the street; Light and shadow; Gestures; Layers; Humour; Rules and respect; Working close; Night in the city; Sequencing pictures',
      ),
    },
    {
      name: 'Food Photography',
      tags: list('food; styling; still-life'),
      pitch: 'Light and style dishes so that they look as good as they taste.',
      project: 'Pictures for a menu of five dishes',
      topics: list(
        'Daylight on a table; Angles; Plates and props; Colour on the plate; Styling with tweezers; Steam and motion; Dark and light moods; Drinks and glass; Artificial light; Shooting for a menu',
      ),
    },
    {
      name: 'Night Photography',
      tags: list('night; long-exposure; stars'),
      pitch: 'Work with little light, from street lamps to the Milky Way.',
      project: 'A walk through the night in eight pictures',
      topics: list(
        'Seeing in the dark; Tripods and remote release; Long exposures; Noise; City lights; Light trails; The moon; Stars and the rotation of the sky; Painting with light; Stacking exposures',
      ),
    },
    {
      name: 'Wildlife Photography',
      tags: list('wildlife; animals; telephoto'),
      pitch: 'Photograph animals without disturbing them, beginning with those around the corner.',
      project: 'The animals of a city park',
      topics: list(
        'Knowing the animal; Fieldcraft; Long lenses; Fast shutter speeds; Tracking focus; Eye level; Birds in flight; Hides; Behaviour and story; Ethics in the field',
      ),
    },
    {
      name: 'Photo Editing',
      tags: list('editing; raw; retouching'),
      pitch: 'Develop your pictures with a light hand and a workflow that you can repeat.',
      project: 'A consistent edit of twenty pictures',
      topics: list(
        'Sorting and rating; Raw files; Cropping; Exposure and contrast; White balance; Local adjustments; Skin and retouching; Black and white conversion; Colour grading; Printing',
      ),
    },
    {
      name: 'Studio Lighting',
      tags: list('lighting; studio; flash'),
      pitch: 'Shape light with one, two or three lamps and know what each of them does.',
      project: 'One face under five lights',
      topics: list(
        'Hard and soft light; One lamp; Softboxes and umbrellas; Fill and reflectors; Measuring light; Two lamps; Rim light; Gels and colour; Product lighting; Complex sets',
      ),
    },
    {
      name: 'Travel Photography',
      tags: list('travel; storytelling; culture'),
      pitch: 'Come home with pictures that tell of a place and not only prove that you were there.',
      project: 'A photo essay about a short trip',
      topics: list(
        'Packing light; Researching a place; First impressions; People and permission; Details; Markets and crowds; Buildings; Bad weather, good pictures; Backing up on the road; Building a story',
      ),
    },
    {
      name: 'Black-and-White Photography',
      tags: list('black-and-white; tone; film'),
      pitch: 'Learn to see in tones and shapes, and let go of colour on purpose.',
      project: 'A black-and-white portfolio',
      topics: list(
        'Seeing without colour; Tones from black to white; Contrast; Texture; Filters; Shapes and silhouettes; Portraits in grey; Film and development; Toning; Fine printing',
      ),
    },
  ],
};
