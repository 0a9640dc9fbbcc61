import type { DemoLecture } from './types.ts'

/** A lecture to read; `files` are in the folder `files` of the media. */
const reading = (title: string, text: string, files: readonly string[] = []): DemoLecture => ({ title, text, files })

export const beforeYouPublish = reading(
  'Read: before you publish',
  `Your page is done when someone else can use it. This checklist takes ten minutes, and it finds what you no longer see.

## 1. Leave the mouse alone

Open your page and press **Tab** until you reach the end.

- Do you always see *where you are*?
- Can you open every link and send every form?
- Does the order make sense?

## 2. Make the window narrow

Pull it to the width of a phone. Nothing may stick out. If something does, look for a fixed width:

\`\`\`css
.card {
  width: 480px; /* becomes: max-width: 480px */
}
\`\`\`

## 3. Let someone try

Ask a friend to find one thing on your page, and **say nothing**. Where they stop, the page is not finished.

> If you have to explain it, repair it.

The whole list is below as a file that you can print.`,
  ['before-you-publish.txt'],
)

export const rainData = reading(
  'Read: the data of this course, column by column',
  `The file below has the rain of one monsoon, from five gauges. It is small enough to read with your eyes, and it has the faults that large files have.

## The columns

- \`gauge\`: the number of the instrument
- \`city\`: where it stands
- \`month\`: year and month
- \`rain_mm\`: rain of the month in millimetres
- \`days_with_rain\`: days with more than 2.5 mm
- \`note\`: what the reader wrote

## Your task

There are **five faults** in it. Find them before you calculate anything:

1. two names of one city
2. a city that is written in two ways
3. a month in another format
4. a number that is missing
5. a number that cannot be true

\`\`\`python
rain = pandas.read_csv("rain-gauges.csv")
rain.groupby("city")["rain_mm"].describe()
\`\`\`

Decide for each fault whether you *repair* it or *leave it out*, and write down why. The figures were made up for this course.`,
  ['rain-gauges.csv'],
)
