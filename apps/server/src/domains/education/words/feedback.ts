/** What instructors write under graded work, by the first letter of the grade. */

/** Remarks by the first letter of the grade. */
export const remarks: Readonly<Record<'A' | 'B' | 'C' | 'D' | 'F', readonly string[]>> = {
  A: [
    'Excellent work: complete, correct and a pleasure to read.',
    'Clear reasoning from start to finish. Nothing to add.',
    'You went beyond what was asked, and it paid off.',
    'Very well done. Try the optional part next time; you are ready for it.',
    'Precise and well structured. May I show this to the next class?',
    'A confident piece of work with only a slip or two.',
    'Outstanding. You explain the why as well as the how.',
    'Great improvement since the last one. Keep this up.',
  ],
  B: [
    'Good work. The main points are all there; take more care with the details.',
    'Solid, with a few small mistakes towards the end.',
    'Clear reasoning; mind the edge cases.',
    'Well organised. Another example would have made it stronger.',
    'You have understood the core of it. See my notes on the second part.',
    'A good result. Check your work once more before you hand it in.',
    'Nicely done overall, though the conclusion came too quickly.',
    'Good ideas. Give a reason for each step and it will be very good.',
  ],
  C: [
    'The basics are in place, but several steps are missing.',
    'A fair attempt. Please go over the lesson again before the next one.',
    'Half of it is good; the second half seems rushed.',
    'You are on the right track. Read the task again and compare it with what you handed in.',
    'Some good moments, but the main question stays open.',
    'Acceptable. Come to the office hour and we will look at it together.',
  ],
  D: [
    'Only part of the task was answered. Please see my comments and ask for help early.',
    'There are gaps in the basics. Work through the first lessons again.',
    'This does not yet show what you can do. Let us talk about your study plan.',
    'Several answers miss the question. Start earlier next time and use the examples.',
  ],
  F: [
    'Most of the task is missing. Please get in touch so that we can find a way forward.',
    'This does not meet the requirements yet. You may hand in a new version within two weeks.',
    'I could not follow the solution. Please begin again with the worked example.',
  ],
};
