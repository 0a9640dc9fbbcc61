// @ts-check
// The entry of every npm script. It must be readable by Node 18, so it and scripts/launch/ are plain JavaScript; the tasks
// themselves are TypeScript and are loaded only under a Node that runs it.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithNpm } from './launch/end-with-npm.mjs'
import { ensureModernNode } from './launch/ensure-modern-node.mjs'
import { hasLifeline } from './launch/lifeline.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { TASKS, taskHelp } from './tasks.mjs'

const entry = fileURLToPath(import.meta.url)
const root = dirname(dirname(entry))
const [name, ...args] = process.argv.slice(2)

if (!hasLifeline) endWithNpm()
try {
  const task = Object.hasOwn(TASKS, name ?? '') ? TASKS[name ?? ''] : undefined
  if (!task) throw new PlainError(taskHelp(name))
  await ensureModernNode({ root, entry, args: [name ?? '', ...args] })
  process.chdir(root)
  const { ensureDependencies } = await import('./prepare/ensure-dependencies.ts')
  await ensureDependencies(root)
  const { [task.run ?? 'run']: run } = await import(task.module)
  await run(args)
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
