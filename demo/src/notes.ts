import type { DemoNote } from './types.ts'

/** Notes and a bookmark of the main student, and a note of another one. */
export const notes: readonly DemoNote[] = [
  {
    course: 'web-from-zero',
    student: 'aarav-mehta',
    lecture: 2,
    second: 8,
    text: 'Margin is outside the border, padding inside. Try this on the recipe page.',
    daysAgo: 3,
  },
  { course: 'web-from-zero', student: 'aarav-mehta', lecture: 2, second: 19, text: '', daysAgo: 3 },
  {
    course: 'css-layout',
    student: 'aarav-mehta',
    lecture: 3,
    second: 12,
    text: '`min-width: 0` on the item, then the text may shrink.',
    daysAgo: 28,
  },
  {
    course: 'personal-finance',
    student: 'aarav-mehta',
    lecture: 1,
    second: 9,
    text: 'Ask the bank about a standing order on the 2nd of each month.',
    daysAgo: 9,
  },
  {
    course: 'git-teamwork',
    student: 'nikita-pawar',
    lecture: 4,
    second: 6,
    text: '`git reflog` first, breathe, then undo.',
    daysAgo: 20,
  },
  {
    course: 'web-from-zero',
    student: 'aarav-mehta',
    lecture: 9,
    block: 1,
    quote: '1. Leave the mouse alone',
    text: 'My menu fails this: Tab jumps past it.',
    daysAgo: 1,
  },
]
