import { watch } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startDevMedia } from './dev-media.ts'
import { endLike, follow, stopSignal } from './launch/follow.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { projectRoot } from './project-root.ts'

const sources = ['server/src', 'contract/src', 'embedded-postgres/src', 'demo/src']

/** Editors write a file in several steps, and Git many files. */
const quietMs = 150

/** Whether the server may load the file: tests and what only they import are saved without a restart. */
export const isOfServer = (file: string): boolean =>
  /\.(ts|json|yaml)$/.test(file) && !/\.test\.ts$|(^|[\\/])(fixtures[\\/]|conformance)/.test(file)

/** `npm run dev`. */
export async function run(args: string[]): Promise<void> {
  const program = serverArguments(args)
  const media = await startDevMedia(process.env, console.log)
  await runAgain({
    folders: sources.map((folder) => join(projectRoot, folder)),
    arguments: program,
    env: { WEB_DEV: '1', ...media.env },
    atEnd: media.stop,
  })
}

/** The arguments of Node for the server: `--inspect` opens the debugger of the server, not that of npm or of this command. */
export function serverArguments(given: readonly string[]): string[] {
  const unknown = given.filter((argument) => !/^--inspect(-brk|-wait)?(=[\w.:[\]]+)?$/.test(argument))
  if (unknown.length > 0)
    throw new PlainError(
      `npm run dev does not know ${unknown.join(' ')}: it takes --inspect, --inspect-brk or --inspect-wait, each with =PORT, after "--".`,
    )
  return [...given, join(projectRoot, 'server', 'src', 'main.ts')]
}

/**
 * Runs a Node program, again after each change of a source in the folders. `node --watch` would not do: with paths it watches tests too,
 * and without them the settings of the web app, which Vite copies and deletes at each start, would restart it for ever.
 */
export async function runAgain(program: {
  folders: string[]
  arguments: string[]
  env: NodeJS.ProcessEnv
  /** runs when the command was asked to stop and the program has ended */
  atEnd?: () => Promise<void>
}): Promise<void> {
  let onChange = (): void => {}
  let timer: NodeJS.Timeout | undefined
  for (const folder of program.folders)
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !isOfServer(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        console.log(`\n${file} changed: the server starts again.`)
        onChange()
      }, quietMs)
    })
  const lifeline = pathToFileURL(join(import.meta.dirname, 'launch', 'lifeline.mjs')).href
  for (;;) {
    // Ends it with SIGINT: at SIGTERM the development server of Vite would end the process before the database is closed.
    const changed = new AbortController()
    const change = new Promise<void>((resolve) => {
      onChange = () => {
        changed.abort()
        resolve()
      }
    })
    const ending = await follow(process.execPath, ['--import', lifeline, ...program.arguments], {
      env: program.env,
      signal: changed.signal,
    })
    const asked = stopSignal()
    // asked to stop while a change ended the server: not how that ended it
    if (asked) await program.atEnd?.()
    if (asked) await endLike(changed.signal.aborted ? { code: null, signal: asked } : ending)
    if (!changed.signal.aborted) console.log('\nThe server ended. It starts again when a source changes.')
    await change
  }
}
