import type { CourseCard } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { pressedCard } from './pressed-card.ts'

const path = '/viewcourse/a1'
const card = { _id: 'a1', title: 'First steps' } as CourseCard // what is asked of it here

it('is awaited from the begin of its page until any page is there', () => {
  pressedCard.begin(path)
  expect(pressedCard.awaited()).toBeNull()
  pressedCard.press(card, path)
  expect([pressedCard.awaited(), pressedCard.of(path), pressedCard.of('/viewcourse/a2')]).toEqual([null, card, null])
  pressedCard.begin('/viewcourse/a2')
  expect(pressedCard.awaited()).toBeNull()
  pressedCard.begin(path)
  // what is saved meanwhile is another read
  pressedCard.begin('/')
  expect(pressedCard.awaited()).toBe(path)
  pressedCard.end()
  pressedCard.begin(path)
  expect([pressedCard.awaited(), pressedCard.of(path)]).toEqual([null, null])
})
