import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readReport } from './read-report.ts'
import type { Outcome } from './suite.ts'

const same = (outcome: Outcome) => outcome
const well = { code: 0, signal: null }

function report(outcome: Outcome): string {
  return join(temporaryFolder({ 'report.json': JSON.stringify(outcome) }), 'report.json')
}

test('a plain success is what the runner counted', () => {
  const outcome = { passed: 3, failed: 0, skipped: 1, notes: [] }
  expect(readReport(report(outcome), well, same)).toEqual(outcome)
})

test('a suite without tests has failed', () => {
  const outcome = { passed: 0, failed: 0, skipped: 2, notes: [] }
  expect(readReport(report(outcome), well, same)).toMatchObject({ failed: 1, notes: ['no test was run'] })
})

test('a runner that crashed has failed, and says how', () => {
  const crash = { code: null, signal: 'SIGKILL' as const }
  expect(readReport('/nowhere/report.json', crash, same)).toMatchObject({
    failed: 1,
    notes: ['the test runner was ended by SIGKILL and left no report'],
  })
})

test('a bad exit behind passing tests is one failure', () => {
  const outcome = { passed: 3, failed: 0, skipped: 0, notes: [] }
  expect(readReport(report(outcome), { code: 1, signal: null }, same)).toMatchObject({ passed: 3, failed: 1 })
})

test('failing tests explain a bad exit', () => {
  const outcome = { passed: 3, failed: 2, skipped: 0, notes: [] }
  expect(readReport(report(outcome), { code: 1, signal: null }, same)).toEqual(outcome)
})
