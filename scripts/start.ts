import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureWebBuild } from './ensure-web-build.ts'
import { projectRoot } from './project-root.ts'

/** The server takes this very process over: signals reach it directly and no second process waits beside it. */
export async function run(args: string[]): Promise<void> {
  await ensureWebBuild()
  const server = join(projectRoot, 'server', 'src', 'main.ts')
  process.argv = [process.execPath, server, ...args]
  await import(pathToFileURL(server).href)
}
