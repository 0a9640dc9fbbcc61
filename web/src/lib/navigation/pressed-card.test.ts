import type { CourseCard } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { pressedCard } from './pressed-card.ts'

const card = (_id: string) => ({ _id, title: `Course ${_id}` }) as CourseCard // what is asked of it here

it('is awaited from the begin of its page until any page is there', () => {
  pressedCard.begin('/viewcourse/a1')
  expect(pressedCard.awaited()).toBeNull()
  pressedCard.press(card('a1'))
  expect(pressedCard.awaited()).toBeNull()
  // what is saved meanwhile is another read
  pressedCard.begin('/viewcourse/a1')
  pressedCard.begin('/')
  expect(pressedCard.awaited()).toBe('/viewcourse/a1')
  pressedCard.end()
  expect(pressedCard.awaited()).toBeNull()
  pressedCard.begin('/viewcourse/a1')
  expect(pressedCard.awaited()).toBeNull()
})

it.each([
  ['/viewcourse/a1', true],
  ['/course/first-steps-a1', true],
  ['/viewcourse/a2', false],
  ['/course/a1-steps', false],
  ['/viewlecture/a1', false],
  ['/course', false],
])('knows whether %s is the page of its course', (path, isOf) => {
  pressedCard.press(card('a1'))
  expect(pressedCard.of(path)?._id).toBe(isOf ? 'a1' : undefined)
})
