import { expect, it } from 'vitest'
import { scrolledTo } from './current-in-view.ts'

const list = { top: 400, bottom: 800 }

it('leaves a list as it is where the current lecture is in view', () => {
  expect(scrolledTo(list, { top: 400, bottom: 456 }, 120)).toBe(120)
  expect(scrolledTo(list, { top: 744, bottom: 800 }, 0)).toBe(0)
})

it('scrolls the list so that the current lecture is in its middle', () => {
  expect(scrolledTo(list, { top: 2600, bottom: 2656 }, 0)).toBe(2028)
  // in part, and above
  expect(scrolledTo(list, { top: 770, bottom: 830 }, 100)).toBe(300)
  expect(scrolledTo(list, { top: -100, bottom: -44 }, 1000)).toBe(328)
})
