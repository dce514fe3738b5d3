/** Words of the category Marketing. */
import { type Category, list } from './category.js';

/** Words of the category Marketing. */
export const marketing: Category = {
  name: 'Marketing',
  tag: 'marketing',
  titles: {
    beginner: list('{} Basics; Introduction to {}; {} for Small Businesses; Getting Started with {}'),
    intermediate: list('Practical {}; {} in Practice; {} Step by Step; {} Toolkit'),
    advanced: list('Advanced {}; {} in Depth; {} for Growing Brands'),
    expert: list('{} Masterclass'),
  },
  methods: [
    'Campaigns from small shops and charities serve as examples, with budgets you can afford.',
    'You build one campaign for a business of your choice and measure what it brings.',
    'Each lesson takes a campaign apart: what it cost, whom it reached, what came of it.',
    'Checklists and worked examples take you from the first idea to the review afterwards.',
  ],
  homework: [
    'Write the draft from the lesson for a business of your choice and hand in one page.',
    'Compare two campaigns of rival shops and say which reaches its audience better.',
    'Set up the measurement described in the lesson and report what you expect to see.',
    'Improve the given example and explain each change in one sentence.',
  ],
  projects: [
    'Work for a real or invented small organisation, with a budget and a way to measure success.',
    'Try it on a small scale and report the numbers, good or bad.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Content Marketing',
      tags: list('content; editorial; audience'),
      pitch: 'Publish what your customers want to read, and let it bring them back.',
      project: 'An editorial calendar for a quarter',
      topics: list(
        'Why people read; Knowing your audience; Finding topics; Articles that help; Headlines; Planning a calendar; Reusing content; Newsletters and feeds; Measuring attention; Running an editorial team',
      ),
    },
    {
      name: 'Search Engine Optimisation',
      tags: list('seo; search; websites'),
      pitch: 'Help people find your pages by answering their questions well and building sites that load fast.',
      project: 'An audit of a small website',
      topics: list(
        'How search works; What people search for; Titles and descriptions; Helpful pages; Links within a site; Page speed; Local search; Structured data; Earning links; Diagnosing a drop in traffic',
      ),
    },
    {
      name: 'Email Marketing',
      tags: list('email; newsletters; automation'),
      pitch: 'Write to people who asked to hear from you, at the right moment and with something to say.',
      project: 'A welcome series of four messages',
      topics: list(
        'Permission first; Growing a list; Subject lines; Writing a good message; Design that survives every inbox; Segments; Welcome series; Testing variants; Deliverability; Winning readers back',
      ),
    },
    {
      name: 'Brand Strategy',
      tags: list('branding; positioning; identity'),
      pitch: 'Decide what a brand stands for, and make sure that customers can tell.',
      project: 'A positioning for a family business',
      topics: list(
        'What a brand is; Customers and their needs; Rivals and alternatives; Positioning; Names; Voice and tone; Visual identity; Brands inside a company; Extending a brand; Renewing a tired brand',
      ),
    },
    {
      name: 'Market Research',
      tags: list('research; customers; insight'),
      pitch: 'Replace guesses about customers with evidence gathered in days instead of months.',
      project: 'A study of an unfamiliar market',
      topics: list(
        'Starting with a decision; Using what is known; Customer interviews; Short surveys; Sizing a market; Watching rivals; Segmenting customers; Testing concepts; Price research; Reporting what matters',
      ),
    },
    {
      name: 'Social Media Marketing',
      tags: list('social-media; community; campaigns'),
      pitch: 'Pick the channels that suit you and talk with people there instead of at them.',
      project: 'A month of posts for a community centre',
      topics: list(
        'Choosing channels; A voice of your own; Pictures and short video; A weekly rhythm; Answering comments; Working with creators; Paid posts; Handling criticism; Reading the numbers; Building a community',
      ),
    },
    {
      name: 'Copywriting',
      tags: list('writing; copy; persuasion'),
      pitch: 'Write words that are clear, honest and hard to ignore.',
      project: 'A landing page for a new product',
      topics: list(
        'One reader, one message; Benefits and features; Headlines; Calls to action; Product descriptions; Landing pages; Proof and trust; Long copy; Editing hard; Writing for a brand',
      ),
    },
    {
      name: 'Marketing Analytics',
      tags: list('analytics; metrics; reporting'),
      pitch: 'Measure what marketing brings in, and stop paying for what does not work.',
      project: 'A dashboard for a web shop',
      topics: list(
        'Goals before numbers; Visits and visitors; Campaign tags; Funnels; Conversion rates; Cost per customer; Cohorts; Attribution; Lifetime value; Marketing mix models',
      ),
    },
    {
      name: 'Event Marketing',
      tags: list('events; promotion; partnerships'),
      pitch: 'Fill a room with the right people and stay in touch with them afterwards.',
      project: 'A launch plan for a local fair',
      topics: list(
        'Why hold an event; Audience and format; Choosing a date; Invitations; Partners and sponsors; Ticket prices; On the day; Online audiences; Following up; Working out what it was worth',
      ),
    },
    {
      name: 'Pricing Strategy',
      tags: list('pricing; value; revenue'),
      pitch: 'Set prices that customers find fair and that keep the business healthy.',
      project: 'A price list for a consultancy',
      topics: list(
        'Cost, value and competition; What customers notice; Price points; Bundles; Discounts; Subscriptions; Raising prices; Testing prices; Prices by segment; Negotiated prices',
      ),
    },
  ],
};
