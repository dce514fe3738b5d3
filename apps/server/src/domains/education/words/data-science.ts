/** Words of the category Data Science. */
import { type Category, list } from './category.js';

/** Words of the category Data Science. */
export const dataScience: Category = {
  name: 'Data Science',
  tag: 'data-science',
  titles: {
    beginner: list('Introduction to {}; {} from the Ground Up; {}: The Essentials; Getting Started with {}'),
    intermediate: list('Practical {}; {} in Practice; {}: A Case-Based Course; Hands-On {}'),
    advanced: list('Advanced {}; {} in Depth; {}: Methods and Pitfalls'),
    expert: list('{}: Expert Seminar'),
  },
  methods: [
    'All examples use open data sets, and every lesson comes with a notebook to work through.',
    'You analyse one data set from the first look to the final report.',
    'Case studies from transport, health care and retail show what works and what misleads.',
    'Each week you answer one question with data and compare your answer with those of others.',
  ],
  homework: [
    'Answer the ten questions about the data set and say in one sentence how sure you are of each answer.',
    'Repeat the analysis from the lesson with the second data set and describe what differs.',
    'Hand in a notebook that runs from top to bottom, with a short comment above each step.',
    'Find two weaknesses in the given analysis and show how you would correct them.',
  ],
  projects: [
    'State the question first, say which data can answer it and present your work on two pages.',
    'Take it from raw data to a recommendation, and list the assumptions you made on the way.',
  ],
  certificateYears: 3,
  subjects: [
    {
      name: 'SQL for Analysts',
      tags: list('sql; databases; queries'),
      pitch: 'Query, join and summarise real data sets with confidence.',
      project: 'A monthly sales report in one query',
      topics: list(
        'Selecting columns; Filtering rows; Sorting and limiting; Counting and grouping; Joining two tables; Working with dates; Subqueries; Common table expressions; Window functions; Making slow queries fast',
      ),
    },
    {
      name: 'Data Visualisation',
      tags: list('charts; visualisation; storytelling'),
      pitch: 'Choose charts that answer a question and draw them so that nobody misreads them.',
      project: 'A one-page chart story',
      topics: list(
        'Reading a chart critically; Bars, lines and dots; Choosing a scale; Colour with a purpose; Labels and annotations; Showing distributions; Small multiples; Maps and their traps; Showing uncertainty; Building a dashboard',
      ),
    },
    {
      name: 'Statistics',
      tags: list('statistics; inference; sampling'),
      pitch: 'Summarise data, judge differences and say honestly how certain a result is.',
      project: 'An evaluation of a published study',
      topics: list(
        'Kinds of data; Mean, median and spread; Pictures of distributions; Samples and populations; Confidence intervals; Comparing two groups; Hypothesis tests; Correlation and causation; Sample size and power; Bayesian reasoning',
      ),
    },
    {
      name: 'Regression Modelling',
      tags: list('regression; modelling; prediction'),
      pitch: 'Fit models that explain how quantities depend on each other, and check whether to believe them.',
      project: 'A model of apartment prices',
      topics: list(
        'Drawing a line through points; Reading coefficients; Residuals; Categorical predictors; Several predictors at once; Interactions; Logistic regression; Choosing between models; Regularisation; Mixed-effects models',
      ),
    },
    {
      name: 'Machine Learning',
      tags: list('machine-learning; prediction; models'),
      pitch: 'Train models on labelled examples, measure them fairly and know when not to use them.',
      project: 'A classifier for customer messages',
      topics: list(
        'Learning from examples; Training and test data; Nearest neighbours; Decision trees; Measuring accuracy; Overfitting; Random forests; Tuning with cross-validation; Neural networks; Watching a model in use',
      ),
    },
    {
      name: 'Time Series Analysis',
      tags: list('time-series; forecasting; seasonality'),
      pitch: 'Separate trend from season and noise, and forecast the coming weeks with honest margins.',
      project: 'A forecast of energy demand',
      topics: list(
        'Plotting data over time; Moving averages; Trend and season; Autocorrelation; Simple forecasts as a yardstick; Exponential smoothing; Measuring forecast errors; ARIMA models; Holidays and special events; Forecasting many series',
      ),
    },
    {
      name: 'Data Cleaning',
      tags: list('data-quality; preparation; pipelines'),
      pitch: 'Turn messy exports into tidy tables, and keep a record of every change you made.',
      project: 'A cleaned and documented public data set',
      topics: list(
        'Looking before you clean; Tidy tables; Dates and time zones; Missing values; Duplicates; Text and encodings; Outliers; Matching records from two sources; Validation rules; Pipelines that run again',
      ),
    },
    {
      name: 'Survey Analysis',
      tags: list('surveys; questionnaires; sampling'),
      pitch: 'Ask questions that people can answer, and draw conclusions the answers support.',
      project: 'A survey of your own, from question to report',
      topics: list(
        'From question to questionnaire; Wording matters; Answer scales; Drawing a sample; Reaching people; Non-response; Weighting; Cross tables; Open answers; Reporting with margins of error',
      ),
    },
    {
      name: 'Experiment Design',
      tags: list('experiments; ab-testing; causality'),
      pitch: 'Plan experiments that can tell an effect from luck, and stop them at the right moment.',
      project: 'A plan for a website experiment',
      topics: list(
        'Why we randomise; Control and treatment; Choosing a metric; How long to run; Reading the result; Stopping too early; Testing several variants; Segments and side effects; Quasi-experiments; Running a programme of experiments',
      ),
    },
    {
      name: 'Geospatial Data',
      tags: list('maps; gis; spatial-analysis'),
      pitch: 'Put data on a map, measure distances and areas, and find patterns in space.',
      project: 'A map of green spaces within walking distance',
      topics: list(
        'Points, lines and areas; Coordinates and projections; Finding open map data; Joining data by place; Choropleth maps; Buffers and overlaps; Distances and travel times; Hot spots; Satellite images; Interactive maps',
      ),
    },
  ],
};
