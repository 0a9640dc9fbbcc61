import { join } from 'node:path'
import { fileArgument } from './file-argument.ts'
import { endLike } from './launch/follow.mjs'
import { projectRoot } from './project-root.ts'
import { runNode } from './run-tool.ts'

export async function run(args: string[]): Promise<void> {
  const file = fileArgument('db:import', args)
  await endLike(await runNode(join(projectRoot, 'server', 'src', 'cli', 'import.ts'), [file]))
}
