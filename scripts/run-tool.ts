import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Ending, endLike, follow, stopSignal } from './launch/follow.mjs'
import { projectRoot } from './project-root.ts'

type Options = { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number; onText?: (text: string) => void }

const lifeline = pathToFileURL(join(import.meta.dirname, 'launch', 'lifeline.mjs')).href

/** Runs a JavaScript or TypeScript file, or a package's program, under this Node with this terminal; options as of `follow`. */
export function runNode(file: string, args: string[], options: Options = {}): Promise<Ending> {
  return follow(process.execPath, ['--import', lifeline, file, ...args], { cwd: projectRoot, ...options })
}

/** The file of a package's program. By path and not through `.bin`, which holds shell scripts on Windows. */
export function toolPath(packageName: string, program: string): string {
  const folder = join(projectRoot, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, bin[program])
}

/** Ends the whole command when it was told to stop or when a step on which the rest depends went wrong. */
export async function orEnd(ending: Ending): Promise<void> {
  const signal = stopSignal()
  if (signal) await endLike({ code: null, signal })
  if (ending.code !== 0) await endLike(ending)
}
