import { expect, test } from 'vitest'
import { countPlaywright } from './playwright-suite.ts'

const one = (status: 'expected' | 'unexpected' | 'flaky' | 'skipped', description?: string) => ({
  projectName: 'desktop',
  status,
  annotations: description ? [{ type: 'skip', description }] : [],
  results: [{ duration: 20 }, { duration: 5, error: { message: '\u001b[31mexpected\u001b[39m a picture' } }],
})

test('end-to-end tests, their reasons to be skipped, their times and errors outside of them are counted', () => {
  const report = {
    suites: [
      {
        title: 'live.spec.ts',
        specs: [{ title: 'a call', tests: [one('expected'), one('unexpected')] }],
        suites: [
          {
            title: 'a room',
            specs: [{ title: 'a relay', tests: [one('flaky'), one('skipped', 'coturn is missing')] }],
          },
        ],
      },
    ],
    errors: [{ message: 'the server did not start\nat x' }],
  }
  const outcome = countPlaywright(report)
  expect(outcome).toMatchObject({
    passed: 2,
    failed: 2,
    failures: [{ title: 'live.spec.ts: a call [desktop]', reason: 'expected a picture' }],
    skipped: [{ title: 'live.spec.ts: a room a relay [desktop]', reason: 'coturn is missing' }],
    notes: [
      'passed only when tried again: live.spec.ts: a room a relay [desktop]',
      'outside of any test: the server did not start',
    ],
  })
  expect(outcome.tests).toHaveLength(4)
  expect(outcome.tests).toContainEqual({ title: 'live.spec.ts: a call [desktop]', time: 25 })
})
