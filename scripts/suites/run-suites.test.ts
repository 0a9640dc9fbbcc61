import { expect, test, vi } from 'vitest'
import { PlainError } from '../launch/plain-error.mjs'
import { runSuites } from './run-suites.ts'
import type { Suite } from './suite.ts'
import { summary } from './summary.ts'

const suite = (name: string, run: Suite['run']): Suite => ({ name, title: `the ${name} suite`, run })
const good = suite('good', async () => ({ passed: 12, failed: 0, skipped: 1, notes: [] }))
const bad = suite('bad', async () => ({ passed: 1, failed: 2, skipped: 0, notes: ['two things'] }))
const unable = suite('unable', () => Promise.reject(new PlainError('not run: no browser')))

test('every suite runs whatever the others came to, and the last line is the sum alone', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const results = await runSuites([bad, unable, good])
  vi.restoreAllMocks()
  expect(results.map((result) => result.suite.name)).toEqual(['bad', 'unable', 'good'])
  expect(errors).toHaveBeenCalledTimes(1)

  const lines = summary(results).split('\n')
  expect(lines.at(-1)).toBe('13 passed, 3 failed')
  expect(lines).toContain('  two things')
  expect(lines).toContain('  not run: no browser')
  expect(lines.find((line) => line.startsWith('good'))).toMatch(/12 passed +0 failed +1 skipped +\d+\.\d s/)
})
