import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './launch/lock.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { projectRoot } from './project-root.ts'
import { orEnd, runNode, toolPath } from './run-tool.ts'

const build = join(projectRoot, 'web', 'build')
const stamp = join(build, '.sources')

/** Builds the web app into web/build when its sources, the contract or a package changed since. A failed build ends the command. */
export async function ensureWebBuild(): Promise<void> {
  if (isFresh()) return
  const lock = join(projectRoot, '.cache', 'locks', 'web-build')
  const onWait = () => console.log('Another start is building the web app: waiting for it ...')
  await withLock(lock, () => (isFresh() ? undefined : buildWeb()), { onWait })
}

async function buildWeb(): Promise<void> {
  console.log('Building the web app ...')
  const sources = hashWeb()
  rmSync(stamp, { force: true })
  const tool = toolPath('@react-router/dev', 'react-router')
  await orEnd(
    await runNode(tool, ['build', '--logLevel', 'warn'], {
      cwd: join(projectRoot, 'web'),
      env: { NODE_ENV: 'production' },
    }),
  )
  if (!existsSync(build)) throw new PlainError(`The build of the web app ended well but left no ${build}.`)
  writeFileSync(stamp, sources)
}

function isFresh(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashWeb()
}

function hashWeb(): string {
  const sources = ['web/**', 'contract/**', 'package-lock.json', 'tsconfig.base.json']
  const others = ['**/node_modules', 'web/build', 'web/.react-router', '**/*.test.ts', '**/*.test.tsx']
  return hashFiles(projectRoot, sources, others)
}

/** Returns a digest over the names and contents of all files that the patterns (relative to `root`) match, less the excluded ones. */
export function hashFiles(root: string, patterns: string[], exclude: string[] = []): string {
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: root, exclude }).sort()) {
    const path = join(root, file)
    if (statSync(path).isFile())
      hash.update(file.replaceAll('\\', '/')).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}
