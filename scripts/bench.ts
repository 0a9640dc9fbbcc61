import { join } from 'node:path'
import { ensureWebBuild } from './ensure-web-build.ts'
import { endLike } from './launch/follow.mjs'
import { projectRoot } from './project-root.ts'
import { runNode } from './run-tool.ts'

/** `abuse` is a program of its own with its own options; every other name is a row of the benchmarks. */
export async function run(args: string[]): Promise<void> {
  await ensureWebBuild()
  const [first, ...others] = args
  const abuse = first === 'abuse'
  const program = join(projectRoot, 'bench', abuse ? 'abuse/run.ts' : 'run.ts')
  await endLike(await runNode(program, abuse ? others : args))
}
