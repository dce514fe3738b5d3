/** Words that serve every category: audiences, quizzes, exams and the lessons around them. */
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
