import { join } from 'node:path'
import { programs } from '../bench/programs.ts'
import { endLike } from './launch/follow.mjs'
import { ensureWebBuild } from './prepare/ensure-web-build.ts'
import { projectRoot } from './project-root.ts'
import { runNode } from './run-tool.ts'

const cases = { file: 'run.ts', needsWeb: true }

/** Runs the benchmark program that the first argument names, or the cases of `bench/run.ts`. */
export async function run(args: string[]): Promise<void> {
  const program = programs.find(({ name }) => name === args[0])
  const { file, needsWeb } = program ?? cases
  const others = program ? args.slice(1) : args
  if (needsWeb && !others.includes('--help') && !others.includes('--list')) await ensureWebBuild()
  await endLike(await runNode(join(projectRoot, 'bench', file), others))
}
