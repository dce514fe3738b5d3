/** Words of the category Personal Finance. */
import { type Category, list } from './category.js';

/** Words of the category Personal Finance. */
export const personalFinance: Category = {
  name: 'Personal Finance',
  tag: 'personal-finance',
  titles: {
    beginner: list('{}: The Basics; {} in Plain Words; {} for Beginners; Getting Started with {}'),
    intermediate: list('Practical {}; {} Step by Step; {} with Confidence; {}: Common Questions Answered'),
    advanced: list('Advanced {}; {} in Depth; {}: Strategies and Trade-Offs'),
    expert: list('{} for Advisers'),
  },
  methods: [
    'Worked examples with round numbers make every calculation easy to repeat.',
    'Spreadsheet templates do the sums, so that you can concentrate on the decisions.',
    'The course sells nothing: it explains how products work and what they cost.',
    'Three families with different incomes accompany you through all lessons.',
  ],
  homework: [
    'Fill in the spreadsheet with your own or the sample numbers and write down what surprised you.',
    'Work out the three examples and show each step of the calculation.',
    'Compare the two offers over ten years and say which one you would choose.',
    'Explain the term from the lesson to a friend in no more than five sentences.',
  ],
  projects: [
    'Use your own or the sample numbers, and explain your decisions on one page.',
    'Hand in a spreadsheet that someone else could use, with notes on every assumption.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Budgeting',
      tags: list('budget; spending; saving'),
      pitch: 'Know where your money goes and decide where it should go instead.',
      project: 'A budget for a household of four',
      topics: list(
        'Where the money goes; Fixed and flexible costs; A simple budget; Saving first; Envelopes and accounts; Irregular bills; Sharing a budget; An emergency fund; When income varies; Reviewing the year',
      ),
    },
    {
      name: 'Retirement Planning',
      tags: list('retirement; pensions; saving'),
      pitch: 'Estimate what you will need later and start with steps that you can afford now.',
      project: 'A retirement plan at three ages',
      topics: list(
        'How long and how much; State pensions; Workplace pensions; The power of compounding; Closing the gap; Inflation; Risk and age; Drawing an income; Retiring early; Leaving something behind',
      ),
    },
    {
      name: 'Index Investing',
      tags: list('investing; funds; diversification'),
      pitch: 'Invest in the whole market at low cost, and stay calm when it falls.',
      project: 'A portfolio with written rules',
      topics: list(
        'Shares and bonds; What an index is; Funds and their costs; Risk and return; Spreading risk; Opening an account; Regular saving; Rebalancing; Behaviour in a crash; Factor investing',
      ),
    },
    {
      name: 'Home Buying',
      tags: list('housing; mortgages; property'),
      pitch: 'Find out what you can afford, read the contracts and buy without regret.',
      project: 'A comparison of renting and buying',
      topics: list(
        'Renting or buying; What you can afford; Kinds of mortgage; Interest and repayment; Viewing a home; Surveys; Offers and contracts; Costs on top; Moving in; Refinancing',
      ),
    },
    {
      name: 'Personal Taxes',
      tags: list('taxes; income; deductions'),
      pitch: 'Understand how income tax works and file a return without dread.',
      project: 'A complete sample tax return',
      topics: list(
        'What taxes pay for; Gross and net; Rates and brackets; Allowances; Deductions; Keeping records; Filing a return; Income from savings; Self-employed income; Taxes across borders',
      ),
    },
    {
      name: 'Debt Management',
      tags: list('debt; loans; credit'),
      pitch: 'List what you owe, pay it down in a sensible order and stay free of it.',
      project: 'A plan to repay four loans',
      topics: list(
        'Good debt, bad debt; Listing what you owe; How interest works; Credit scores; Snowball or avalanche; Talking to lenders; Consolidation; Debt and relationships; Legal remedies; Staying out of debt',
      ),
    },
    {
      name: 'Household Insurance',
      tags: list('insurance; risk; protection'),
      pitch: 'Insure what would ruin you, skip what would merely annoy you, and read the small print.',
      project: 'An insurance check for a young family',
      topics: list(
        'What insurance is for; Big and small risks; Liability; Home and contents; Health and income; Life insurance; Reading a policy; Making a claim; Comparing offers; Insurance over a lifetime',
      ),
    },
    {
      name: 'Financial Goal Setting',
      tags: list('goals; planning; saving'),
      pitch: 'Turn wishes into amounts and dates, and check once a quarter whether you are on course.',
      project: 'A five-year plan with milestones',
      topics: list(
        'Taking stock; Wishes and needs; Amounts and dates; Short-term goals; Long-term goals; Choosing accounts; Automatic transfers; Couples and money; Changing plans; Milestones and reviews',
      ),
    },
    {
      name: 'Freelance Finances',
      tags: list('freelance; invoicing; self-employment'),
      pitch: 'Set your rate, get paid on time and put aside enough for taxes and quiet months.',
      project: 'A first-year plan for a freelancer',
      topics: list(
        'Separate accounts; Finding your rate; Quotes; Invoices; Getting paid; Setting tax aside; Simple bookkeeping; Quiet months; Insurance and pension; Growing or staying small',
      ),
    },
    {
      name: 'Money and Behaviour',
      tags: list('psychology; habits; decisions'),
      pitch: 'Learn why smart people make poor decisions about money, and how to build better habits.',
      project: 'A diary of thirty spending decisions',
      topics: list(
        'Feelings about money; Habits; Anchors and discounts; Mental accounts; Fear of loss; Following the crowd; Overconfidence; Designing your own rules; Talking about money; Teaching children',
      ),
    },
  ],
};
