/** Words of the category Programming. */
import { type Category, list } from './category.js';

/** Words of the category Programming. */
export const programming: Category = {
  name: 'Programming',
  tag: 'programming',
  titles: {
    beginner: list('Introduction to {}; {} from Scratch; First Steps in {}; {} for Beginners'),
    intermediate: list('Practical {}; {} in Practice; {} by Example; Hands-On {}'),
    advanced: list('Advanced {}; {} in Depth; Professional {}'),
    expert: list('Mastering {}'),
  },
  methods: [
    'You write code in every lesson and keep a small project growing from week to week.',
    'Short videos alternate with exercises that are checked by automated tests.',
    'Each lesson starts from a real problem and ends with code you can reuse at work.',
    'Code reviews from the instructor show you how others would solve the same task.',
  ],
  homework: [
    'Solve the five exercises and hand in your code with a short note on the choices you made.',
    'Extend the example from the lesson with two features of your own and cover them with tests.',
    'Find and fix the three bugs in the starter code, and explain the cause of each in a sentence.',
    'Rewrite the given program so that it reads well, without changing what it does.',
  ],
  projects: [
    'Plan it, carry it out and document it. Hand in the repository and a one-page description.',
    'Work in small steps, check the important parts automatically and record a two-minute demonstration.',
  ],
  certificateYears: 3,
  subjects: [
    {
      name: 'Python',
      tags: list('python; scripting; automation'),
      pitch: 'Write clear Python programs that read files, call services and automate dull work.',
      project: 'A tool that tidies a folder of files',
      topics: list(
        'Variables and types; Conditions and loops; Lists and dictionaries; Writing functions; Reading and writing files; Handling errors; Modules and packages; Classes and objects; Generators and iterators; Asynchronous code',
      ),
    },
    {
      name: 'TypeScript',
      tags: list('typescript; javascript; types'),
      pitch: 'Catch mistakes before they run by describing your data and functions with types.',
      project: 'A typed client for a public web service',
      topics: list(
        'Types for everyday values; Functions and their signatures; Objects and interfaces; Union types; Narrowing a type; Modules and tooling; Generic functions; Mapped types; Conditional types; Publishing a typed library',
      ),
    },
    {
      name: 'Rust',
      tags: list('rust; systems-programming; memory-safety'),
      pitch: 'Build fast and reliable programs, and let the compiler prove that memory is used safely.',
      project: 'A command-line search tool',
      topics: list(
        'Cargo and the toolchain; Values and mutability; Ownership; Borrowing and references; Structs and enums; Pattern matching; Error handling with Result; Traits and generics; Threads and channels; Writing safe abstractions',
      ),
    },
    {
      name: 'Go Programming',
      tags: list('go; concurrency; services'),
      pitch: 'Write small services that start quickly, handle many requests at once and are easy to read.',
      project: 'A link shortener with a web interface',
      topics: list(
        'Packages and imports; Slices and maps; Structs and methods; Interfaces; Errors as values; Reading and writing JSON; Testing with tables; Goroutines; Channels and select; Profiling a service',
      ),
    },
    {
      name: 'Relational Databases',
      tags: list('databases; sql; data-modelling'),
      pitch: 'Design tables that fit your data, keep them consistent and query them efficiently.',
      project: 'A database for a lending library',
      topics: list(
        'Tables, rows and keys; Selecting and filtering rows; Joining two tables; Grouping and counting; Normal forms; Constraints and defaults; Indexes; Transactions; Reading a query plan; Migrating a live schema',
      ),
    },
    {
      name: 'Web API Design',
      tags: list('api; http; rest'),
      pitch: 'Design interfaces that other developers understand at first sight and can rely on for years.',
      project: 'An API for a bicycle rental',
      topics: list(
        'Requests and responses; Resources and addresses; Status codes; Describing data with schemas; Pagination and filtering; Helpful errors; Authentication; Rate limits; Versioning and deprecation; Caching and conditional requests',
      ),
    },
    {
      name: 'Automated Testing',
      tags: list('testing; quality; tdd'),
      pitch: 'Change code without fear by building a suite of tests that is fast and worth trusting.',
      project: 'A test suite for an untested program',
      topics: list(
        'What makes a good test; Arranging, acting and asserting; Naming tests; Testing edge cases; Test doubles; Test-first development; Testing against a database; End-to-end tests; Property-based testing; Taming flaky tests',
      ),
    },
    {
      name: 'Version Control',
      tags: list('git; collaboration; workflow'),
      pitch: 'Keep a history you can read, work on the same code as others and undo any mistake.',
      project: 'The history of a shared project, cleaned up',
      topics: list(
        'Commits and snapshots; Ignoring files; Branches; Merging; Resolving conflicts; Writing commit messages; Pull requests and reviews; Rebasing; Finding a faulty commit; Releases and tags',
      ),
    },
    {
      name: 'Algorithms',
      tags: list('algorithms; data-structures; problem-solving'),
      pitch: 'Choose the right data structure and estimate how a program behaves when its input grows.',
      project: 'A route planner for a city map',
      topics: list(
        'Counting steps; Searching a sorted list; Sorting; Stacks and queues; Hash tables; Recursion; Trees; Graphs and shortest paths; Dynamic programming; Greedy strategies and their proofs',
      ),
    },
    {
      name: 'Shell Scripting',
      tags: list('shell; command-line; automation'),
      pitch: 'Combine small tools on the command line and turn what you type every day into scripts.',
      project: 'A backup script that reports what it did',
      topics: list(
        'Finding your way around; Files and permissions; Pipes and redirection; Searching text; Variables and quoting; Conditions and exit codes; Loops over files; Functions and arguments; Scheduling jobs; Scripts that fail safely',
      ),
    },
  ],
};
