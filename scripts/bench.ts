import { join } from 'node:path'
import { endLike } from './launch/follow.mjs'
import { projectRoot } from './project-root.ts'
import { runNode } from './run-tool.ts'

export async function run(args: string[]): Promise<void> {
  await endLike(await runNode(join(projectRoot, 'bench', 'run.ts'), args))
}
