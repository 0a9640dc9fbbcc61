import { expect, test } from 'vitest'
import { emptyOutcome } from './suite.ts'
import { outcomeOf } from './vitest-suite.ts'

const web = { ...emptyOutcome(), passed: 3, took: 2000 }

test('a project has its own outcome and time', () => {
  const server = { ...emptyOutcome(), failed: 1 }
  expect(outcomeOf({ projects: { web, server }, errors: [] }, 'web')).toEqual(web)
})

test.each([
  ['no file matched', {}, [], ['no test was run']],
  ['each test was left out', { web: { ...emptyOutcome(), took: 5 } }, [], ['no test was run']],
  ['the run broke', {}, ['left no report'], ['it was not run', 'outside of any test: left no report']],
  ['an error came from outside', { web }, ['a loose promise'], ['outside of any test: a loose promise']],
])('a project fails where %s', (_what, projects, errors, notes) => {
  const outcome = outcomeOf({ projects, errors }, 'web')
  expect(outcome.failed).toBeGreaterThan(0)
  expect(outcome.notes).toEqual(notes)
})
