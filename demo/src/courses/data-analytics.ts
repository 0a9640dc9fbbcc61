import { lesson, paragraphs, preview } from '../lessons.ts'
import type { DemoCourse } from '../types.ts'

const category = 'Data Analytics'

export const dataAnalytics: readonly DemoCourse[] = [
  {
    key: 'sql-analysts',
    educator: 'rohan-das',
    title: 'SQL for Analysts: From SELECT to Window Functions',
    subTitle: 'Ask the database yourself instead of waiting for somebody who can',
    description: paragraphs(
      'SQL is fifty years old and still the shortest way from a question to an answer. You will learn it on the data of a small online shop: customers, orders, returns, and one table that nobody understands any more.',
      'We go from a single SELECT to joins, groups and window functions. Each lesson begins with a question that a real person asked, such as "which customers came back after Diwali?", and ends when the answer is on the screen and you believe it.',
      'A browser is enough; the database comes with the exercises.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 549,
    thumbnail: 'sql-analysts.webp',
    published: true,
    createdDaysAgo: 345,
    lectures: [
      preview('Two tables, one answer', 'join'),
      preview('SELECT, WHERE and the art of asking', 'table'),
      lesson('Joins, and the rows they lose', 'join'),
      lesson('GROUP BY without surprises', 'join'),
      lesson('Dates and months', 'table'),
      lesson('Window functions, gently', 'chart'),
      lesson('A query that others can read', 'join'),
    ],
  },
  {
    key: 'dashboards',
    educator: 'rohan-das',
    title: 'Dashboards That Get Read',
    subTitle: 'One question, one screen, and the courage to leave things out',
    description: paragraphs(
      'The average dashboard has nineteen charts and one reader: the person who made it. This course is about the other kind. You start with the decision that somebody has to take on Monday, and draw only what changes it.',
      'We sketch, choose chart types, write titles that are sentences, and use colour for one thing only. You rebuild three crowded dashboards from real companies into single screens, and defend each thing that you removed.',
    ),
    category,
    level: 'Intermediate',
    priceRupees: 1199,
    thumbnail: 'dashboards.webp',
    published: true,
    createdDaysAgo: 200,
    lectures: [
      preview('Charts that tell the truth', 'chart'),
      lesson('Which decision is this for?', 'hierarchy'),
      lesson('One message, one colour', 'chart'),
      lesson('A grid for numbers', 'grid'),
      lesson('From query to tile', 'join'),
      lesson('Leave it out', 'hierarchy'),
    ],
  },
  {
    key: 'spreadsheet-analytics',
    educator: 'rohan-das',
    title: 'Spreadsheet Analytics for Small Businesses',
    subTitle: 'Answer five questions about your shop this evening, for free',
    description: paragraphs(
      'Which products pay the rent? Which customers come back? Which month is the dangerous one? If your sales are in a spreadsheet, the answers are already there.',
      'Four short lessons, one downloadable sheet, no macros. I made this course for my uncle’s stationery shop, and it is free for every other shop as well.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 0,
    thumbnail: 'spreadsheet-analytics.webp',
    published: true,
    createdDaysAgo: 230,
    lectures: [
      preview('Tidy the sheet first', 'table'),
      preview('What sells, and what only sits there', 'chart'),
      lesson('Customers who come back', 'join'),
      lesson('The dangerous month', 'spread'),
    ],
  },
]
