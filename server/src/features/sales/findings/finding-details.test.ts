import { expect, test } from 'vitest'
import { english, speak } from '#core/languages/language.ts'
import { findingDetails, sayFinding } from './finding-details.ts'

test.each(Object.entries(findingDetails))('a stored finding is shown in Hindi with its values: %s', (_, make) => {
  const values = ['order_7', 'won', 'pay_9'].slice(0, make.length)
  const [first = '', second = '', third = ''] = values
  const kept = english(make(first, second, third))
  expect(sayFinding(kept, english)).toBe(kept)
  const said = sayFinding(kept, speak('hi'))
  expect(said).toMatch(/[\u0900-\u097f]/)
  for (const value of values) expect(said).toContain(value)
})

test('a detail that another version wrote is shown as it is stored', () => {
  expect(sayFinding('A finding of another time: {order}', speak('hi'))).toBe('A finding of another time: {order}')
})
