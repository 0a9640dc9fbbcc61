import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PlainError } from './launch/plain-error.mjs'
import { compressWeb, ensureWebBuild, ensureWebBuilt } from './prepare/ensure-web-build.ts'
import { projectRoot } from './project-root.ts'

/**
 * The server takes this very process over: signals reach it directly and no second process waits beside it. It opens and fills its
 * database while the web app is built, and serves the files of a new build as they are until their compressed copies are made.
 */
export async function run(args: string[]): Promise<void> {
  const webBuilt = ensureWebBuilt().catch((error: unknown) => {
    if (!(error instanceof PlainError)) throw error
    console.error(`\n${error.message}`)
    process.exit(1)
  })
  const source = join(projectRoot, 'server', 'src')
  process.argv = [process.execPath, join(source, 'main.ts'), ...args]
  const load = (file: string) => import(pathToFileURL(join(source, file)).href)
  const { keepCompiledSources } = await load('compile-cache.ts')
  keepCompiledSources()
  const { startServer } = await load('start-server.ts')
  await startServer({ webBuilt })
  flushCompileCache()
  try {
    await compressWeb()
  } catch (error) {
    console.error('The files of the web app have no compressed copies:', error instanceof Error ? error.message : error)
  }
}

/** `npm run build`: what a start would do first, while another version still runs. */
export const build = (): Promise<void> => ensureWebBuild()
