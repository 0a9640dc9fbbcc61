import type { DemoNote } from './types.ts'

/** Notes and a bookmark of the main student. */
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
    course: 'web-from-zero',
    student: 'aarav-mehta',
    lecture: 9,
    block: 1,
    quote: '1. Leave the mouse alone',
    text: 'My menu fails this: Tab jumps past it.',
    daysAgo: 1,
  },
]
