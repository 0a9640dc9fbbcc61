import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { checkSuite } from '../checks/checks.ts'
import { PlainError } from '../launch/plain-error.mjs'
import { projectRoot } from '../project-root.ts'
import { playwrightSuite } from './playwright-suite.ts'
import { runSuites, selectSuites, summary } from './run-suites.ts'
import { emptyOutcome, type Suite } from './suite.ts'
import { vitestSuites } from './vitest-suite.ts'

const suite = (name: string, run: Suite['run']): Suite => ({ name, title: `the ${name} suite`, run })
const tests = [
  { title: 'a quick one', time: 5 },
  { title: 'a slow one', time: 4200 },
]
const skipped = [{ title: 'a call through a relay', reason: 'coturn is missing' }]
const good = suite('good', async ({ patterns }) => [{ ...emptyOutcome(), passed: 12, skipped, tests, notes: patterns }])
const failures = [{ title: 'a sum', reason: 'expected 4 to be 5\nat x' }]
const bad = suite('bad', async () => [{ ...emptyOutcome(), passed: 1, failed: 2, failures, notes: ['two things'] }])
const unable = suite('unable', () => Promise.reject(new PlainError('not run: no browser')))

test('every suite runs whatever became of the others, and the last line is the sum alone', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const results = await runSuites([bad, unable, good], { patterns: ['courses'] })
  vi.restoreAllMocks()
  expect(results.map((result) => result.suite.name)).toEqual(['bad', 'unable', 'good'])
  expect(errors).toHaveBeenCalledTimes(1)

  const lines = summary(results, 4300).split('\n')
  expect(lines.at(-1)).toBe('13 passed, 3 failed')
  expect(lines.at(-2)).toBe('13 passed, 1 skipped, 3 failed in 4.3 s')
  for (const note of ['two things', 'not run: no browser', 'courses']) expect(lines).toContain(`  ${note}`)
  expect(lines.find((line) => line.startsWith('good'))).toMatch(/12 passed +1 skipped +0 failed +\d+\.\d s/)
  expect(lines).toContain('   1  good: coturn is missing')
  expect(lines.slice(lines.indexOf('=== failed tests') + 2).slice(0, 3)).toEqual([
    'bad  a sum',
    '    expected 4 to be 5',
    '    at x',
  ])
  const slow = lines.indexOf('=== slowest tests')
  expect(lines.slice(slow + 2, slow + 4)).toEqual(['   4.2 s  good  a slow one', '   0.0 s  good  a quick one'])
})

test('suites that one call runs get an outcome each, and their own time where it is known', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const calls: (readonly string[])[] = []
  const run: Suite['run'] = async (_selection, names) => {
    calls.push(names)
    return names.map((name, index) => ({ ...emptyOutcome(), passed: name.length, ...(index === 0 && { took: 7000 }) }))
  }
  const results = await runSuites([suite('web', run), suite('server', run), good, suite('e2e', run)])
  log.mockRestore()
  expect(calls).toEqual([['web', 'server'], ['e2e']])
  expect(results.map(({ passed }) => passed)).toEqual([3, 6, 12, 3])
  expect(results[0]?.time).toBe(7000)
})

test('suites are named first, then file patterns; a title and the long tests anywhere', () => {
  const all = [good, bad, unable]
  const rest = { patterns: [], all: false }
  expect(selectSuites(all, [])).toEqual({ ...rest, suites: all })
  expect(selectSuites(all, ['unable', 'good'])).toEqual({ ...rest, suites: [good, unable] })
  expect(selectSuites(all, ['bad', 'courses', 'live'])).toEqual({
    ...rest,
    suites: [bad],
    patterns: ['courses', 'live'],
  })
  expect(selectSuites(all, ['--all'])).toEqual({ ...rest, suites: all, all: true })
  // a title may be the name of a suite
  expect(selectSuites(all, ['bad', 'live', '-t', 'good'])).toEqual({
    ...rest,
    suites: [bad],
    patterns: ['live'],
    title: 'good',
  })
})

test.each([
  [['nope'], 'There is no suite nope. There are: good, bad.'],
  [['good', 'courses', 'bad'], 'Name the suite bad before the file patterns.'],
])('refuses %j', (args, message) => {
  expect(() => selectSuites([good, bad], args)).toThrow(message)
})

test('the workflow of continuous integration runs every suite once, or in all of its shards', () => {
  const every = [checkSuite, ...vitestSuites(), playwrightSuite]
  const { matrix } = parse(readFileSync(join(projectRoot, '.github/workflows/test.yml'), 'utf8')).jobs.suites.strategy
  const jobs = (matrix.include as { suites: string }[]).map(({ suites }) => selectSuites(every, suites.split(' ')))
  const run = jobs.flatMap(({ suites, patterns }) => suites.map(({ name }) => [name, ...patterns].join(' ')))
  const shards = jobs.filter(({ patterns }) => patterns.length > 0).length
  const expected = every.flatMap(({ name }) =>
    name === 'e2e' ? Array.from({ length: shards }, (_, index) => `e2e --shard=${index + 1}/${shards}`) : [name],
  )
  expect(run.toSorted()).toEqual(expected.toSorted())
})
