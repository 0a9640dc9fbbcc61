import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

/** Where a suite's runner shall leave its report; an earlier one is removed, or it could be taken for the new one. */
export function reportFile(suite: string): string {
  const folder = join(projectRoot, '.cache', 'test-reports')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${suite}.json`)
  rmSync(file, { force: true })
  return file
}
