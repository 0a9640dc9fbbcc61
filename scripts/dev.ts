import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endLike, follow } from './launch/follow.mjs'
import { LIFELINE } from './launch/lifeline.mjs'
import { projectRoot } from './project-root.ts'

/** `node --watch` imports preloads only in the process that it restarts, so that one watches over us by our process id. */
export async function run(args: string[]): Promise<void> {
  const guard = pathToFileURL(join(import.meta.dirname, 'launch', 'end-with-launcher.mjs')).href
  const server = join(projectRoot, 'server', 'src', 'main.ts')
  const env = { WEB_DEV: '1', VIRTUAL_COURSES_LAUNCHER: String(process.pid), [LIFELINE]: undefined }
  await endLike(
    await follow(process.execPath, ['--import', guard, '--watch', '--watch-preserve-output', server, ...args], { env }),
  )
}
