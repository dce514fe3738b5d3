/** Words of the category Mathematics. */
import { type Category, list } from './category.js';

/** Words of the category Mathematics. */
export const mathematics: Category = {
  name: 'Mathematics',
  tag: 'mathematics',
  titles: {
    beginner: list('{} Step by Step; Introduction to {}; {} Explained; A First Course in {}'),
    intermediate: list('{} Through Problems; {} in Practice; {}: Ideas and Methods; A Second Course in {}'),
    advanced: list('Advanced {}; {} in Depth; Topics in {}'),
    expert: list('{}: Problem Seminar'),
  },
  methods: [
    'Every idea starts with a picture or a puzzle, and proofs come once you ask for them.',
    'Worked examples lead to graded exercises with full solutions.',
    'You solve a few problems a day; hints are given in three steps so that you get stuck less.',
    'Applications from physics, finance and games show why the theory is worth having.',
  ],
  homework: [
    'Solve the eight exercises. Show your working: a correct answer alone earns half of the points.',
    'Work through the problem sheet and mark the step you found hardest.',
    'Prove the two statements from the lesson and give a counterexample to the third.',
    'Write out a solution so clearly that another student can follow it without asking.',
  ],
  projects: [
    'Explore the question, write up your solution on three pages and check it with an example.',
    'Present the problem, two ways to attack it and the one that worked.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Algebra',
      tags: list('algebra; equations; functions'),
      pitch: 'Solve equations with confidence and see the structure behind the symbols.',
      project: 'Models for three everyday situations',
      topics: list(
        'Letters for numbers; Rearranging expressions; Linear equations; Systems of equations; Inequalities; Factoring; Quadratic equations; Polynomials; Exponents and logarithms; Groups and symmetry',
      ),
    },
    {
      name: 'Geometry',
      tags: list('geometry; proofs; shapes'),
      pitch: 'Reason about lines, angles and circles, and prove what the eye only suspects.',
      project: 'The geometry of a historic building',
      topics: list(
        'Points, lines and angles; Triangles; Congruence; Similarity; The theorem of Pythagoras; Circles; Areas and volumes; Coordinates; Transformations; Geometry on a sphere',
      ),
    },
    {
      name: 'Calculus',
      tags: list('calculus; derivatives; integrals'),
      pitch: 'Describe change with derivatives, add it up with integrals and connect the two.',
      project: 'The best shape for a drinks can',
      topics: list(
        'Functions and graphs; Limits; The derivative; Rules of differentiation; Maxima and minima; The integral; The fundamental theorem; Integration techniques; Series; Functions of several variables',
      ),
    },
    {
      name: 'Linear Algebra',
      tags: list('linear-algebra; matrices; vectors'),
      pitch: 'Use vectors and matrices to solve large systems and to understand transformations.',
      project: 'Picture compression with matrices',
      topics: list(
        'Vectors; Linear combinations; Systems and elimination; Matrices; Inverse matrices; Determinants; Subspaces and dimension; Orthogonality; Eigenvalues; Singular value decomposition',
      ),
    },
    {
      name: 'Probability',
      tags: list('probability; chance; combinatorics'),
      pitch: 'Put numbers on chance and avoid the traps that intuition sets.',
      project: 'An analysis of a dice game',
      topics: list(
        'Outcomes and events; Counting cases; Conditional probability; The theorem of Bayes; Random variables; Expectation; Variance; Common distributions; The law of large numbers; Markov chains',
      ),
    },
    {
      name: 'Number Theory',
      tags: list('number-theory; primes; cryptography'),
      pitch: 'Explore primes, remainders and puzzles that are easy to state and hard to solve.',
      project: 'A secret message with public keys',
      topics: list(
        'Divisibility; Prime numbers; Greatest common divisors; Remainders; Congruences; Fermat’s little theorem; Diophantine equations; Quadratic residues; Public-key cryptography; Distribution of primes',
      ),
    },
    {
      name: 'Discrete Mathematics',
      tags: list('discrete; logic; graphs'),
      pitch: 'Learn the mathematics of networks, counting and logic that computing rests on.',
      project: 'A timetable without clashes',
      topics: list(
        'Statements and logic; Sets; Relations and functions; Induction; Counting; The pigeonhole principle; Recurrences; Graphs; Trees and colourings; Generating functions',
      ),
    },
    {
      name: 'Trigonometry',
      tags: list('trigonometry; angles; waves'),
      pitch: 'Measure what you cannot reach, and describe everything that swings or turns.',
      project: 'The height of a tower, measured from the ground',
      topics: list(
        'Angles and degrees; Right-angled triangles; Sine and cosine; The unit circle; Radians; Graphs of waves; The laws of sines and cosines; Identities; Inverse functions; Adding waves',
      ),
    },
    {
      name: 'Mathematical Proof',
      tags: list('proofs; logic; reasoning'),
      pitch: 'Read, find and write proofs, from the first direct argument to elegant contradictions.',
      project: 'Three proofs of one theorem',
      topics: list(
        'What counts as a proof; Definitions; Direct proof; Cases; Contraposition; Contradiction; Induction; Existence and uniqueness; Infinite sets; Writing with style',
      ),
    },
    {
      name: 'Differential Equations',
      tags: list('differential-equations; modelling; dynamics'),
      pitch: 'Model growth, cooling and oscillation, and read the future of a system from its equation.',
      project: 'A model of two competing species',
      topics: list(
        'Rates of change; Direction fields; Separable equations; Growth and decay; Linear equations; Second-order equations; Oscillation and resonance; Systems; Stability; Numerical methods',
      ),
    },
  ],
};
