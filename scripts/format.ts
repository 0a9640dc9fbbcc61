import { endLike } from './launch/follow.mjs'
import { runNode, toolPath } from './run-tool.ts'

export async function run(args: string[]): Promise<void> {
  await endLike(await runNode(toolPath('@biomejs/biome', 'biome'), ['check', '--write', ...args]))
}
