import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { emptyOutcome, type Outcome, readReport } from './suite.ts'

const same = (outcome: Outcome) => outcome
const well = { code: 0, signal: null }
const skipped = [{ title: 'a call through a relay', reason: 'coturn is missing' }]

function report(outcome: Outcome): string {
  return join(temporaryFolder({ 'report.json': JSON.stringify(outcome) }), 'report.json')
}

test('a success is what the runner counted', () => {
  const outcome = { ...emptyOutcome(), passed: 3, skipped }
  expect(readReport(report(outcome), well, same)).toEqual(outcome)
})

test('a suite without tests has failed', () => {
  const outcome = { ...emptyOutcome(), skipped }
  expect(readReport(report(outcome), well, same)).toMatchObject({ failed: 1, notes: ['no test was run'], skipped })
})

test('a runner that crashed has failed, and says how', () => {
  const crash = { code: null, signal: 'SIGKILL' as const }
  expect(readReport('/nowhere/report.json', crash, same)).toMatchObject({
    failed: 1,
    notes: ['the test runner was ended by SIGKILL and left no report'],
  })
})

test('a bad exit with passing tests is one failure', () => {
  const outcome = { ...emptyOutcome(), passed: 3 }
  expect(readReport(report(outcome), { code: 1, signal: null }, same)).toMatchObject({ passed: 3, failed: 1 })
})

test('failing tests explain a bad exit', () => {
  const outcome = { ...emptyOutcome(), passed: 3, failed: 2 }
  expect(readReport(report(outcome), { code: 1, signal: null }, same)).toEqual(outcome)
})
