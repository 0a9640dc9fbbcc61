import { expect, test } from 'vitest'
import { countPlaywright } from './count-playwright.ts'

test('journeys and errors outside them are counted', () => {
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 },
    errors: [{ message: 'the server did not start\nat x' }],
  }
  expect(countPlaywright(report)).toEqual({
    passed: 6,
    failed: 2,
    skipped: 3,
    notes: ['outside any test: the server did not start', '2 passed only when tried again'],
  })
})
