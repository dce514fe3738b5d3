/** Words of the category Business. */
import { type Category, list } from './category.js';

/** Words of the category Business. */
export const business: Category = {
  name: 'Business',
  tag: 'business',
  titles: {
    beginner: list('{} Essentials; Introduction to {}; {} for New Managers; {}: A Primer'),
    intermediate: list('Practical {}; {} in Practice; {} That Works; {} Toolkit'),
    advanced: list('Advanced {}; {} Under Pressure; {} for Growing Organisations'),
    expert: list('{}: Executive Seminar'),
  },
  methods: [
    'Short cases from firms of every size give you decisions to make and consequences to discuss.',
    'Every lesson ends with a template you can use at work the next day.',
    'Role plays and checklists help to turn good intentions into habits.',
    'You apply each idea to your own workplace and compare notes with other students.',
  ],
  homework: [
    'Apply the template from the lesson to a situation you know and hand in one page.',
    'Read the case and write down what you would decide, with your three most important reasons.',
    'Interview a colleague about the topic and summarise what you learnt in half a page.',
    'Compare two ways of handling the situation and say when you would use which.',
  ],
  projects: [
    'Prepare it as you would for a real audience, and add a one-page summary.',
    'Work on a real situation from your organisation, and hand in a page on what you decided and why.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Project Management',
      tags: list('projects; planning; teamwork'),
      pitch: 'Plan projects that can be finished, and notice early when they drift.',
      project: 'A plan for moving an office',
      topics: list(
        'What makes a project; Goals and scope; Stakeholders; Breaking work down; Estimating; Schedules; Risk lists; Status reports people read; Handling change; Closing and learning',
      ),
    },
    {
      name: 'Negotiation',
      tags: list('negotiation; communication; agreements'),
      pitch: 'Prepare well, listen closely and reach agreements that both sides keep.',
      project: 'A prepared negotiation with a supplier',
      topics: list(
        'Interests and positions; Preparing your case; Knowing your alternative; Opening offers; Asking questions; Trading concessions; Dealing with pressure; Several parties at the table; Negotiating across cultures; Writing it down',
      ),
    },
    {
      name: 'Team Leadership',
      tags: list('leadership; teams; feedback'),
      pitch: 'Lead people with clear goals, honest feedback and trust that grows over time.',
      project: 'A development plan for a team',
      topics: list(
        'From colleague to lead; Setting expectations; One-to-one meetings; Giving feedback; Delegating; Running good meetings; Motivation; Handling conflict; Leading from a distance; Leading through change',
      ),
    },
    {
      name: 'Business Writing',
      tags: list('writing; communication; reports'),
      pitch: 'Write messages, reports and proposals that busy people read to the end.',
      project: 'A report rewritten to half its length',
      topics: list(
        'Knowing your reader; The point first; Plain words; Short paragraphs; E-mail that gets answers; Minutes and notes; Reports; Proposals; Difficult messages; Editing others kindly',
      ),
    },
    {
      name: 'Strategic Planning',
      tags: list('strategy; planning; competition'),
      pitch: 'Decide where to compete, what to leave out and how to notice that you were wrong.',
      project: 'A two-page strategy for a regional firm',
      topics: list(
        'What a strategy is; Knowing your customers; Knowing your rivals; Strengths and weaknesses; Choosing where to compete; Scenarios; From strategy to goals; Measuring progress; Saying no; Revising a strategy',
      ),
    },
    {
      name: 'Operations Management',
      tags: list('operations; processes; efficiency'),
      pitch: 'See how work flows through an organisation, find the bottleneck and widen it.',
      project: 'A process map with three improvements',
      topics: list(
        'Mapping a process; Capacity and demand; Finding bottlenecks; Queues and waiting; Stock levels; Quality at the source; Standard work; Continuous improvement; Scheduling; Operations across sites',
      ),
    },
    {
      name: 'Entrepreneurship',
      tags: list('startups; business-models; innovation'),
      pitch: 'Test a business idea cheaply before you spend your savings on it.',
      project: 'A tested business model on one page',
      topics: list(
        'Spotting a problem; Talking to customers; The business model; A first prototype; Early numbers; Pricing; Finding co-founders; Raising money; Legal forms; Growing without breaking',
      ),
    },
    {
      name: 'Public Speaking',
      tags: list('presentations; speaking; confidence'),
      pitch: 'Speak calmly and clearly to any group, with or without slides.',
      project: 'A seven-minute talk',
      topics: list(
        'Calming your nerves; Knowing the audience; One clear message; Openings; Voice and pace; Posture and gestures; Slides that help; Telling stories; Answering questions; Speaking off the cuff',
      ),
    },
    {
      name: 'Supply Chain Management',
      tags: list('supply-chain; logistics; procurement'),
      pitch: 'Get goods to the right place at the right time, even when something goes wrong.',
      project: 'A risk map of a supply chain',
      topics: list(
        'From raw material to customer; Forecasting demand; Choosing suppliers; Contracts and terms; Stock and safety stock; Warehouses; Transport; Bullwhip effect; Risk and resilience; Sustainable supply chains',
      ),
    },
    {
      name: 'People Management',
      tags: list('human-resources; hiring; development'),
      pitch: 'Hire fairly, help people grow and build a workplace that they want to stay in.',
      project: 'A hiring plan for three roles',
      topics: list(
        'Describing a role; Reading applications; Structured interviews; The first weeks; Setting goals; Performance conversations; Pay and fairness; Training and growth; Difficult decisions; Planning for the future',
      ),
    },
  ],
};
