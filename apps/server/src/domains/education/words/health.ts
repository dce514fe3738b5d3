/** Words of the category Health. */
import { type Category, list } from './category.js';

/** Words of the category Health. */
export const health: Category = {
  name: 'Health',
  tag: 'health',
  titles: {
    beginner: list('{} Basics; {} for Beginners; {} Made Simple; Getting Started with {}'),
    intermediate: list('{} in Everyday Life; Practical {}; {}: The Next Step; {} Step by Step'),
    advanced: list('Advanced {}; {} in Depth; {} for Trainers and Coaches'),
    expert: list('{}: Specialist Course'),
  },
  methods: [
    'Lessons are short enough for a lunch break and end with one thing to try the same day.',
    'The advice follows current guidelines, and every claim comes with its source.',
    'You keep a simple diary and adjust the plan to your own life week by week.',
    'Demonstrations show every step slowly, from two angles and with easier variants.',
  ],
  homework: [
    'Try the exercise on three days of the week and note what was easy and what was not.',
    'Keep the diary for seven days and write down two things you noticed.',
    'Practise the steps with a partner, then describe them in your own words.',
    'Answer the questions about the case and say which guideline supports your answer.',
  ],
  projects: [
    'Put it together, try it out for four weeks and report honestly what worked.',
    'Hand in your work with a one-page summary that a friend could follow without you.',
  ],
  certificateYears: 2,
  subjects: [
    {
      name: 'Nutrition',
      tags: list('nutrition; diet; food'),
      pitch: 'Understand what is in your food and build meals that do you good.',
      project: 'A weekly meal plan on a budget',
      topics: list(
        'What food is made of; Energy in and out; Reading labels; Proteins; Carbohydrates and fibre; Fats; Vitamins and minerals; Planning a week; Eating for sport; Judging nutrition studies',
      ),
    },
    {
      name: 'First Aid',
      tags: list('first-aid; emergencies; safety'),
      pitch: 'Stay calm in an emergency and do the right things until help arrives.',
      project: 'An emergency plan for a workplace',
      topics: list(
        'Keeping safe; Calling for help; Checking a person; The recovery position; Chest compressions; Using a defibrillator; Bleeding and burns; Choking; Fractures and sprains; Several casualties',
      ),
    },
    {
      name: 'Yoga',
      tags: list('yoga; flexibility; breathing'),
      pitch: 'Build strength, balance and calm with a practice that fits your body.',
      project: 'A home practice of thirty minutes',
      topics: list(
        'Breathing and arriving; Standing poses; Sun salutation; Forward bends; Balance; Gentle backbends; Twists; Relaxation; Inversions with support; Sequencing a class',
      ),
    },
    {
      name: 'Healthy Sleep',
      tags: list('sleep; recovery; habits'),
      pitch: 'Find out what keeps you awake and change it, one habit at a time.',
      project: 'A sleep diary with conclusions',
      topics: list(
        'Why we sleep; Keeping a sleep diary; Light and darkness; Evening routines; Caffeine and alcohol; Naps; Shift work and travel; When thoughts race; Sleep restriction; When to see a doctor',
      ),
    },
    {
      name: 'Stress Management',
      tags: list('stress; resilience; work-life-balance'),
      pitch: 'Recognise stress early, recover from it well and change what causes it.',
      project: 'A personal plan for busy weeks',
      topics: list(
        'What stress does; Knowing your signals; Short breaks; Breathing techniques; Sorting what matters; Setting limits; Exercise and recovery; Difficult thoughts; Stress in teams; Preventing burnout',
      ),
    },
    {
      name: 'Strength Training',
      tags: list('strength; fitness; exercise'),
      pitch: 'Get stronger safely, with a few good exercises and a plan that grows with you.',
      project: 'A training log over eight weeks',
      topics: list(
        'Warming up; Squats; Pushing; Pulling; Core and stability; How much, how often; Progress week by week; Training at home; Plateaus; Planning a season',
      ),
    },
    {
      name: 'Endurance Running',
      tags: list('running; endurance; training'),
      pitch: 'Run further with less effort and without getting hurt.',
      project: 'A plan for a first ten-kilometre run',
      topics: list(
        'Shoes and first steps; Easy pace; Run and walk; Posture and stride; A weekly plan; Hills; Intervals; Recovery; Preventing injuries; Preparing for a race',
      ),
    },
    {
      name: 'Mindfulness',
      tags: list('mindfulness; meditation; attention'),
      pitch: 'Train your attention with short exercises and bring some calm into ordinary days.',
      project: 'A journal of thirty short practices',
      topics: list(
        'Paying attention; Following the breath; Body scan; Walking mindfully; Thoughts come and go; Difficult feelings; Mindful conversations; Kindness; Longer sittings; Keeping a practice alive',
      ),
    },
    {
      name: 'Healthy Cooking',
      tags: list('cooking; recipes; nutrition'),
      pitch: 'Cook simple meals from fresh ingredients that taste good on a weekday.',
      project: 'A booklet of ten weekday recipes',
      topics: list(
        'A useful kitchen; Knife skills; Vegetables first; Pulses and grains; Quick sauces; Fish and meat; Cooking ahead; Seasoning with less salt; Cooking for allergies; Writing your own recipes',
      ),
    },
    {
      name: 'Back Care',
      tags: list('posture; back-pain; ergonomics'),
      pitch: 'Keep your back mobile and strong at the desk, in the garden and on the road.',
      project: 'A desk check and an exercise plan',
      topics: list(
        'How the back works; Sitting and standing; Setting up a desk; Lifting; Mobility exercises; Strengthening the core; Short breaks; Sleeping positions; Living with back pain; Back to sport',
      ),
    },
  ],
};
