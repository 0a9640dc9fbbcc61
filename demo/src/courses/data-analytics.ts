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
      lesson(
        'Joins, and the rows they lose',
        'join',
        'An inner join keeps only rows that have a partner on both sides: customers without an order vanish, with no error. A `LEFT JOIN` keeps all rows of the first table and fills the gaps with NULL. To find customers who never ordered, left join and ask `WHERE orders.id IS NULL`. Count the rows before and after every join.',
      ),
      lesson(
        'GROUP BY without surprises',
        'join',
        '`GROUP BY city` makes one pile for each city, and every other column must be summed, counted or averaged. `WHERE` throws rows out before the piles are made, `HAVING` throws out piles afterwards: `HAVING count(*) > 100`. `count(*)` counts rows, `count(phone)` only those with a phone number. NULL is a pile of its own.',
      ),
      lesson(
        'Dates and months',
        'table',
        "`date_trunc('month', ordered_at)` puts all days of a month on one pile. Ask for a range with `>=` the first and `<` the first of the next month: `BETWEEN` with a last day loses everything after its midnight. Store moments in UTC and turn them into the time of India only for display, or orders after 18:30 UTC land on the wrong day.",
      ),
      lesson(
        'Window functions, gently',
        'chart',
        'A window function looks at other rows without folding them together. `sum(amount) OVER (ORDER BY day)` is a running total, `lag(amount)` is the value of the row before, `rank() OVER (PARTITION BY city ORDER BY amount DESC)` ranks inside each city. They run after `WHERE`, so filter their results in an outer query.',
      ),
      lesson(
        'A query that others can read',
        'join',
        'Give each step a name with `WITH`: first the orders of the month, then the sums, then the names. One column a line, table names written out, no `SELECT *`. Say in a comment why a row is left out, not what the code does. If a query needs more than four joins, ask whether it answers two questions.',
      ),
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
