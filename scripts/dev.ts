import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endLike, follow } from './launch/follow.mjs'
import { LIFELINE } from './launch/lifeline.mjs'
import { projectRoot } from './project-root.ts'

/** Only the sources: what tools write while they load their settings must not look like a change of the server. */
const watched = ['server/src', 'contract/src', 'embedded-postgres/src', 'demo/src'].map(
  (folder) => `--watch-path=${join(projectRoot, folder)}`,
)

/** `node --watch` imports preloads only in the process that it restarts, so that one watches over us by our process id. */
export async function run(args: string[]): Promise<void> {
  const guard = pathToFileURL(join(import.meta.dirname, 'launch', 'end-with-launcher.mjs')).href
  const server = join(projectRoot, 'server', 'src', 'main.ts')
  const env = { WEB_DEV: '1', VIRTUAL_COURSES_LAUNCHER: String(process.pid), [LIFELINE]: undefined }
  const flags = ['--import', guard, ...watched, '--watch-preserve-output']
  await endLike(await follow(process.execPath, [...flags, server, ...args], { env }))
}
