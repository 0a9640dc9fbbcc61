import { runNode, toolPath } from '../run-tool.ts'
import { countVitest } from './count-vitest.ts'
import { readReport } from './read-report.ts'
import { reportFile } from './report-file.ts'
import type { Outcome, Suite } from './suite.ts'

/** A project of vitest.config.ts as a suite of the same name. `prepare` answers what its environment needs, or throws. */
export function vitestSuite(
  name: string,
  title: string,
  prepare: () => Promise<NodeJS.ProcessEnv> = async () => ({}),
): Suite {
  return { name, title, run: async () => runProject(name, await prepare()) }
}

async function runProject(project: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const report = reportFile(project)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', project, ...reporters]
  return readReport(report, await runNode(toolPath('vitest', 'vitest'), args, { env, timeout: LIMIT }), countVitest)
}

/** In milliseconds: far more than a slow machine needs, so that a suite that hangs does not hold the others back for ever. */
const LIMIT = 30 * 60_000
