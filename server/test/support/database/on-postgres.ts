import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { isWhole } from '../in-all.ts'

const isTagged = (task: RunnerTestCase | RunnerTestSuite): boolean =>
  task.type === 'suite' ? task.tasks.some(isTagged) : (task.tags?.includes('postgres') ?? false)

/**
 * In a setup file: of a file some of whose tests have the tag `postgres`, only those run on a PostgreSQL server, which decides them
 * otherwise than the embedded database: what is done at once, or by several processes. `npm test -- --all` runs all of it there.
 */
export function skipDecidedAlike(): void {
  if (process.env.TEST_ENGINE !== 'postgres' || isWhole) return
  beforeEach(({ task, skip }) => {
    if (!isTagged(task) && isTagged(task.file)) skip('both engines decide it alike')
  })
}
