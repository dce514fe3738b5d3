/** Words that serve every category: audiences, quizzes, exams, and what is written under graded work. */
import type { Course } from '@understudy/contract/education';

/** For whom a course is: last sentence of the description. */
export const audiences: Readonly<Record<Course['difficulty'], readonly string[]>> = {
  beginner: [
    'No previous knowledge needed.',
    'Made for complete beginners.',
    'Curiosity and two hours a week are enough.',
    'Suitable for anyone who is new to the field.',
  ],
  intermediate: [
    'You should know the basics already.',
    'A good choice after a first course.',
    'For those who have tried it and want to get better.',
    'Some experience is helpful.',
  ],
  advanced: [
    'Requires solid experience.',
    'For experienced learners who want to go deeper.',
    'You should be at home with the fundamentals.',
    'Expect demanding exercises.',
  ],
  expert: [
    'For those who teach or practise the subject themselves.',
    'Assumes several years of study or practice.',
    'A small group, a fast pace and high expectations.',
  ],
};

/** What a quiz asks for. */
export const quizzes: readonly string[] = [
  'Ten multiple-choice questions on the lesson. Two attempts, of which the better one counts.',
  'Twelve short questions on the lessons so far. You have twenty minutes.',
  'Eight questions to check your understanding. You may use your notes.',
  'A short test: match the terms, then answer three questions in a sentence each.',
  'Fifteen quick questions; most need no more than a word or a number.',
];

/** What an exam asks for. */
export const exams: readonly string[] = [
  'Ninety minutes, open book. Part one checks the essentials; in part two you choose two of four questions.',
  'Two hours, covering all lessons. One handwritten page of notes is allowed.',
  'Sixty minutes of short questions, followed by one longer task that brings the whole course together.',
  'Four questions in ninety minutes. Reasons count as much as results.',
];

/** What instructors write under graded work, by the first letter of the grade. */
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
