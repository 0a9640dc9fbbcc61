import type { DemoPoints } from './types.ts'

/** What courses teach, need and are for, by their keys; courses that are not listed show the general sentences. */
export const points: Readonly<Record<string, DemoPoints>> = {
  'ml-foundations': {
    outcomes: [
      'Write linear and logistic regression yourself, once',
      'Split data so that a test means something',
      'See when a model is too sure of itself',
      'Explain a model to people who decide',
    ],
    requirements: ['School mathematics', 'Python as far as loops and functions'],
    audience: ['Programmers who want to know what the library does', 'Analysts who are asked for predictions'],
  },
  'deep-learning': {
    outcomes: [
      'Build a small network without a library',
      'Choose a learning rate from its curve',
      'Find out why a model fails',
      'Train a reader of handwriting on a laptop',
    ],
    requirements: ['Python', 'The ideas of the foundations course'],
  },
  'computer-vision': {
    outcomes: ['Label two hundred photos well', 'Adapt a small network to your own pictures', 'Measure what it misses'],
    requirements: ['Python', 'A laptop; no graphics card is needed'],
  },
  'language-models': {
    outcomes: [
      'Cut text into tokens',
      'Compute attention by hand',
      'Train a small model overnight',
      'Choose how it samples',
    ],
    requirements: ['Python and some algebra'],
    audience: ['Developers who use language models and want to know why they answer as they do'],
  },
  'prompt-craft': {
    outcomes: [
      'Write a prompt in four parts',
      'Show examples instead of adjectives',
      'Check an answer before you use it',
    ],
    requirements: ['Any assistant that you can chat with'],
    audience: ['Office workers, students and teachers', 'People who got a useless answer yesterday'],
  },
  'ai-office': {
    outcomes: [
      'Summarise long mails',
      'Move data from mail to sheet with your approval',
      'Write minutes in ten minutes',
    ],
    requirements: ['A mailbox and a spreadsheet'],
  },
  'ai-coding': {
    outcomes: [
      'Write the test before you ask',
      'Review changes of an assistant',
      'Know when typing it yourself is faster',
    ],
    requirements: ['One programming language', 'Git'],
  },
  'flutter-first': {
    outcomes: [
      'Build screens out of widgets',
      'Move between screens',
      'Keep data when the app is closed',
      'Install your app on your own phone',
    ],
    requirements: ['A computer with 8 GB of memory', 'Some programming in any language'],
    audience: ['People who have an idea for an app and one free weekend'],
  },
  'android-kotlin': {
    outcomes: [
      'Build screens with Compose',
      'Keep state over rotations',
      'Run work in the background',
      'Handle slow networks',
    ],
    requirements: ['Kotlin or Java', 'A computer that runs Android Studio'],
  },
  'offline-apps': {
    outcomes: ['Keep a local store that you can trust', 'Send changes from a queue', 'Settle what two phones changed'],
    requirements: ['You have built one mobile app'],
  },
  'sql-analysts': {
    outcomes: [
      'Join tables without losing rows',
      'Group by week, month and customer',
      'Use window functions for rankings and running totals',
      'Write queries that colleagues can read',
    ],
    requirements: ['A spreadsheet is all you need to have used before'],
    audience: ['Analysts who wait for others to run their queries', 'Product managers', 'Students of business'],
  },
  dashboards: {
    outcomes: ['Begin with the decision', 'Choose the chart that is read right', 'Leave out what no one reads'],
    requirements: ['You make reports for others'],
  },
  'spreadsheet-analytics': {
    outcomes: ['Tidy a sheet', 'See what sells', 'Find customers who come back'],
    audience: ['Owners of small shops', 'Office managers'],
  },
  'python-data': {
    outcomes: [
      'Read messy files with pandas',
      'Group, join and compare',
      'Avoid the traps of dates and time zones',
      'Draw a chart for someone else',
    ],
    requirements: ['Python as far as loops and functions'],
    audience: ['Analysts who outgrew spreadsheets', 'Researchers with files to clean'],
  },
  'useful-statistics': {
    outcomes: ['Describe a spread, not only an average', 'Say what a sample shows', 'Read an A/B test'],
    requirements: ['School mathematics'],
  },
  forecasting: {
    outcomes: [
      'Beat "as last week"',
      'Handle seasons and festivals',
      'Test a forecast against the past',
      'Turn it into an order',
    ],
    requirements: ['Python with pandas'],
  },
  'hacking-basics': {
    outcomes: [
      'Ask for permission in writing',
      'Build a laboratory of your own',
      'Find what runs on a host',
      'Write a report that gets things repaired',
    ],
    requirements: ['A computer that runs a virtual machine', 'The command line'],
    audience: ['Beginners in security', 'Administrators who want to see their systems from outside'],
  },
  'web-security': {
    outcomes: [
      'Find injections and close them',
      'Test who may see whose data',
      'Stop scripts from strangers',
      'Keep it closed by tests',
    ],
    requirements: ['You have built a web application'],
  },
  'network-defence': {
    outcomes: ['Map what you have', 'Close what is not needed', 'Practise the restore'],
    audience: ['Teams without a security department'],
  },
  'personal-finance': {
    outcomes: ['Read your salary slip', 'Save an emergency fund', 'Compare two insurance offers', 'Plan on one page'],
    requirements: ['A salary, or the prospect of one'],
    audience: ['People in their first job'],
  },
  'public-speaking': {
    outcomes: ['Find the one sentence', 'Make slides with almost nothing on them', 'Use the pause'],
    audience: ['Quiet people who have something to say'],
  },
  'git-teamwork': {
    outcomes: ['Commit in small steps', 'Branch and merge', 'Undo anything', 'Solve conflicts calmly'],
    requirements: ['The command line'],
  },
  'ui-foundations': {
    outcomes: ['Lead the eye to what matters', 'Set type with two sizes', 'Use space and a grid', 'Choose one accent'],
    requirements: ['Any drawing tool, or paper'],
    audience: ['Developers who design their own screens', 'Designers at the start'],
  },
  'design-systems': {
    outcomes: ['Name decisions as tokens', 'Describe all states of a component', 'Change it without breaking others'],
    requirements: ['You have designed for a team'],
  },
  'ux-research': {
    outcomes: ['Plan a test with five people', 'Ask without leading', 'Turn notes into three findings'],
  },
  'web-from-zero': {
    outcomes: [
      'Write pages with headings, lists and links that make sense',
      'Lay them out for narrow and wide screens',
      'React to clicks with JavaScript',
      'Put a page online',
    ],
    requirements: ['A computer and a browser'],
    audience: ['People who never wrote a line of code', 'Shop owners who want a page of their own'],
  },
  'modern-react': {
    outcomes: [
      'Decide where state belongs',
      'Build forms that lose nothing',
      'Load data without races',
      'Measure before you make it faster',
    ],
    requirements: ['JavaScript with functions, arrays and promises', 'HTML and CSS'],
    audience: ['Web developers who are new to React', 'People who learned it some years ago'],
  },
  'node-apis': {
    outcomes: [
      'Check every body',
      'Answer with errors that help',
      'Keep two tables right in one transaction',
      'Store passwords and sessions safely',
    ],
    requirements: ['JavaScript', 'Some SQL'],
  },
  'full-stack-shop': {
    outcomes: [
      'Model orders and customers',
      'Take payments and check their signatures',
      'Handle webhooks that come late, twice or never',
      'Go live slowly',
    ],
    requirements: ['React and Node.js', 'SQL'],
    audience: ['Developers who want one complete project to show'],
  },
  'css-layout': {
    outcomes: ['See the boxes', 'Choose between flexbox and grid', 'Use space on purpose'],
    requirements: ['HTML and the first steps of CSS'],
  },
  'typescript-teams': {
    outcomes: ['Describe data before code', 'Rule out states that cannot happen', 'Check what comes from outside'],
    requirements: ['JavaScript'],
  },
}
