import { lesson, paragraphs, preview } from '../lessons.ts'
import { rainData } from '../readings.ts'
import type { DemoCourse } from '../types.ts'

const category = 'Data Science'

export const dataScience: readonly DemoCourse[] = [
  {
    key: 'python-data',
    educator: 'harpreet-singh',
    title: 'Python for Data Science: pandas and Beyond',
    subTitle: 'From messy rows to one clear picture',
    description: paragraphs(
      'Real data is never tidy. Cities are spelled in three ways, a month is missing, and somebody typed a date as a number. In this course you meet such data on the first day and learn to love the repair.',
      'We follow two monsoons through their rain gauges: load, look, clean, group, join, draw. You learn just as much Python as each step needs. By the end you have a notebook that another person can read from top to bottom and run without a question.',
      'No experience needed beyond installing a program. If you have used formulas in a spreadsheet, you already know half of the ideas.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 799,
    thumbnail: 'python-data.webp',
    published: true,
    createdDaysAgo: 360,
    lectures: [
      preview('Welcome, and your first notebook', 'welcome'),
      preview('From messy rows to one picture', 'table'),
      lesson(
        'Look before you count',
        'table',
        '`df.head()` shows the first rows, `df.info()` the types and how many values are missing, `df.describe()` the range of each number. A column of numbers that pandas calls `object` has a text in it somewhere. Look at the smallest and the largest value first: an age of 999 is a way of saying "unknown".',
      ),
      lesson(
        'Group, sum, compare',
        'chart',
        '`df.groupby("city")["rain_mm"].sum()` splits the rows by city, adds up each part and puts the parts together again. Several figures at once come from `.agg(["sum", "mean", "count"])`. Always print the count beside a mean: the mean of two days is no climate. `sort_values` puts the largest first.',
      ),
      lesson(
        'Join two files',
        'join',
        '`pd.merge(a, b, on="gauge", how="left")` keeps all rows of the first file. With `indicator=True` a new column tells which rows found no partner. If the result has more rows than before, the key is twice in the second file: `b["gauge"].duplicated().sum()` counts them. Strip blanks from keys before you merge.',
      ),
      lesson(
        'Dates, zones and other traps',
        'table',
        'Read dates with `pd.to_datetime` and say the format: 03/04 is the third of April here and the fourth of March elsewhere. `errors="coerce"` turns what cannot be read into NaT, and you count those. Attach a zone with `tz_localize("Asia/Kolkata")`, and change between zones with `tz_convert`. Resample by month with `"MS"`.',
      ),
      lesson(
        'A chart for somebody else',
        'chart',
        'The title is the sentence that you want to be remembered: "July brought half of the rain". Name the axes with their units, start bars at zero, and write labels beside the lines instead of a legend. Grey for all, one colour for what matters. Save it with `dpi=200`, and look at it once in the size in which it will be seen.',
      ),
      rainData,
    ],
    sections: [
      ['Look', 3],
      ['Count and join', 3],
      ['Show', 2],
    ],
  },
  {
    key: 'useful-statistics',
    educator: 'harpreet-singh',
    title: 'Statistics You Will Really Use',
    subTitle: 'Averages, spread, samples and doubt, without the fog',
    description: paragraphs(
      'Most people need six ideas from statistics and were taught sixty. We take the six, slowly: the middle, the spread, the sample, the interval, the comparison, and the honest "we do not know yet".',
      'Each idea comes with a story from daily life: bus delays, exam marks, the weight of a bag of rice. You simulate first and calculate afterwards, so the formula is the last thing you see and the first thing you understand.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 649,
    thumbnail: 'useful-statistics.webp',
    published: true,
    createdDaysAgo: 310,
    lectures: [
      preview('The average hides the story', 'spread'),
      lesson('How wide is the hill?', 'spread'),
      lesson('A sample and what it may say', 'table'),
      lesson('Intervals for grown-ups', 'spread'),
      lesson('Is it really better?', 'chart'),
      lesson('Saying "we do not know"', 'chart'),
    ],
    sections: [
      ['Middle and spread', 2],
      ['From some to all', 2],
      ['Deciding', 2],
    ],
  },
  {
    key: 'forecasting',
    educator: 'harpreet-singh',
    title: 'Forecasting Demand With Time Series',
    subTitle: 'Seasons, festivals and uncertainty for people who must order stock',
    description: paragraphs(
      'Somebody has to decide on Thursday how much milk, cement or electricity will be needed on Monday. A good forecast is not a line into the future but a fan: what is likely, what is possible, and what would surprise us.',
      'We start with the humble methods that win surprisingly often, add seasons and festivals, and only then reach for larger models. Every method is tested against the past in the same way, and the simplest one that holds gets the job.',
      'You should be at home in pandas and know what a standard deviation is.',
    ),
    category,
    level: 'Advanced',
    priceRupees: 2199,
    thumbnail: 'forecasting.webp',
    published: true,
    createdDaysAgo: 120,
    lectures: [
      preview('A fan, not a line', 'spread'),
      lesson('The method to beat: last week', 'chart'),
      lesson('Seasons and festivals', 'chart'),
      lesson('Test against the past', 'table'),
      lesson('Larger models, honestly compared', 'descent'),
      lesson('How much should we order?', 'compound'),
    ],
  },
]
