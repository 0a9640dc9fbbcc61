import { expect, test } from 'vitest'
import { countVitest } from './count-vitest.ts'

const assertions = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('tests are counted by what became of them', () => {
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: assertions('passed', 'passed', 'pending', 'todo') },
      { name: 'b.test.ts', status: 'failed', assertionResults: assertions('passed', 'failed') },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 1, skipped: 2, notes: [] })
})

test('a file that could not be loaded is one failure with its reason', () => {
  const report = {
    testResults: [{ name: 'c.test.ts', status: 'failed', message: 'Cannot find x\n at y', assertionResults: [] }],
  }
  expect(countVitest(report)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    notes: ['c.test.ts failed as a whole: Cannot find x'],
  })
})
