import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { emptyOutcome, firstLines, type Outcome } from './suite.ts'

/** Outcomes of a run by the names of its projects, and errors that belong to none. */
export type VitestReport = { projects: Record<string, Outcome>; errors: string[] }

/** Writes the outcome of a run to the file that TEST_REPORT_FILE names. Vitest's own JSON report leaves out why a test was skipped. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export
export default class OutcomeReporter implements Reporter {
  /** when the first file of a project began and its last one ended */
  private readonly spans = new Map<string, { from: number; to: number }>()

  onTestModuleStart({ project }: TestModule): void {
    const now = performance.now()
    if (!this.spans.has(project.name)) this.spans.set(project.name, { from: now, to: now })
  }

  onTestModuleEnd({ project }: TestModule): void {
    const span = this.spans.get(project.name)
    if (span) span.to = performance.now()
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.TEST_REPORT_FILE
    if (!file) return
    const projects = [...Map.groupBy(modules, ({ project }) => project.name)].map(([name, own]) => {
      const { from, to } = this.spans.get(name) ?? { from: 0, to: 0 }
      return [name, { ...countVitest(own), took: to - from }]
    })
    const report: VitestReport = {
      projects: Object.fromEntries(projects),
      errors: errors.map(withCause),
    }
    writeFileSync(file, JSON.stringify(report))
  }
}

/** A file that could not be loaded, or whose hooks failed, holds no failed test and counts as one failure itself. */
export function countVitest(modules: readonly TestModule[]): Outcome {
  const outcome = emptyOutcome()
  for (const module of modules) {
    const failedBefore = outcome.failed
    for (const test of module.children.allTests())
      countTest(outcome, test, `${module.relativeModuleId}: ${test.fullName}`)
    if (module.state() === 'failed' && outcome.failed === failedBefore) {
      outcome.failed += 1
      const inHooks = [...module.children.allSuites()].flatMap((suite) => suite.errors())
      const [error] = [...module.errors(), ...inHooks]
      outcome.notes.push(`${module.relativeModuleId} failed as a whole: ${firstLine(error?.message)}`)
    }
  }
  return outcome
}

function countTest(outcome: Outcome, test: TestCase, title: string): void {
  const result = test.result()
  if (result.state === 'passed') outcome.passed += 1
  else if (result.state === 'failed') {
    outcome.failed += 1
    outcome.failures.push({ title, reason: firstLines(result.errors[0]?.message) })
  } else outcome.skipped.push({ title, reason: (result.state === 'skipped' && result.note) || 'no reason given' })
  outcome.tests.push({ title, time: test.diagnostic()?.duration ?? 0 })
}

/** The first line of an error and of its cause: of a worker that died, the cause names the signal and the test file. */
const withCause = ({ message, cause }: SerializedError): string =>
  firstLine(message) + (cause ? ` ${firstLine(cause.message)}` : '')

const firstLine = (message = ''): string => message.split('\n')[0] ?? ''
