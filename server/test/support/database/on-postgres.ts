import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { isWhole } from '../in-all.ts'

const isTagged = (task: RunnerTestCase | RunnerTestSuite): boolean =>
  task.type === 'suite' ? task.tasks.some(isTagged) : (task.tags?.includes('postgres') ?? false)

/** Whether this run has both engines: `npm test`, and neither one suite nor one file of it. */
const isOnBoth = process.env.TEST_BOTH_ENGINES === '1'

/**
 * In a setup file: of a file some of whose tests have the tag `postgres`, only those run on a PostgreSQL server, which decides them
 * otherwise than the embedded database: what is done at once, or by several processes. Where both engines run, the embedded one leaves
 * them out. `npm test -- --all` runs all of it on both.
 */
export function skipDecidedElsewhere(): void {
  if (isWhole) return
  const onServer = process.env.TEST_ENGINE === 'postgres'
  if (!onServer && !isOnBoth) return
  beforeEach(({ task, skip }) => {
    if (onServer && !isTagged(task) && isTagged(task.file)) skip('both engines decide it alike')
    if (!onServer && isTagged(task)) skip('a PostgreSQL server decides it')
  })
}
