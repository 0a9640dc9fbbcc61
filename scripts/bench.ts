import { join } from 'node:path'
import { ensureWebBuild } from './ensure-web-build.ts'
import { endLike } from './launch/follow.mjs'
import { projectRoot } from './project-root.ts'
import { runNode } from './run-tool.ts'

export async function run(args: string[]): Promise<void> {
  await ensureWebBuild()
  await endLike(await runNode(join(projectRoot, 'bench', 'run.ts'), args))
}
