import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../launch/lock.mjs'
import { PlainError } from '../launch/plain-error.mjs'
import { projectRoot } from '../project-root.ts'
import { orEnd, runNode, toolPath } from '../run-tool.ts'
import { seconds } from '../suites/run-suites.ts'

const build = join(projectRoot, 'web', 'build')
const stamps = { built: join(build, '.sources'), compressed: join(build, '.compressed') }

/** Builds the web app into web/build when its sources, the contract or a package changed since, compressed copies included. A failed build ends the command. */
export async function ensureWebBuild(): Promise<void> {
  await ensureWebBuilt()
  await compressWeb()
}

/** The same without compressed copies, which a site can be served without. */
export async function ensureWebBuilt(): Promise<void> {
  if (isBuilt()) return
  await inTurn(async () => {
    if (!isBuilt()) await buildWeb()
  })
}

/** Makes the compressed copies of the built files where they are missing. Returns whether they were. */
export async function compressWeb(): Promise<boolean> {
  if (process.env.PRECOMPRESS === 'off' || isCompressed()) return false
  await inTurn(async () => {
    if (isCompressed()) return
    const sources = readStamp('built')
    const ending = await runNode(join(projectRoot, 'web', 'precompress', 'precompress.ts'), [])
    if (ending.code === 0) writeFileSync(stamps.compressed, sources)
  })
  return true
}

async function inTurn(work: () => Promise<void>): Promise<void> {
  const lock = join(projectRoot, '.cache', 'locks', 'web-build')
  const onWait = () => console.log('Another start is building the web app: waiting for it ...')
  await withLock(lock, work, { onWait })
}

async function buildWeb(): Promise<void> {
  console.log('Building the web app ...')
  const begun = performance.now()
  const sources = hashWeb()
  for (const stamp of Object.values(stamps)) rmSync(stamp, { force: true })
  const tool = toolPath('@react-router/dev', 'react-router')
  await orEnd(
    await runNode(tool, ['build', '--logLevel', 'warn'], {
      cwd: join(projectRoot, 'web'),
      env: { NODE_ENV: 'production' },
    }),
  )
  if (!existsSync(build)) throw new PlainError(`The build of the web app ended well but left no ${build}.`)
  writeFileSync(stamps.built, sources)
  console.log(`The web app is built (${seconds(performance.now() - begun)}).`)
}

const readStamp = (what: keyof typeof stamps): string =>
  existsSync(stamps[what]) ? readFileSync(stamps[what], 'utf8') : ''

const isBuilt = (): boolean => existsSync(stamps.built) && readStamp('built') === hashWeb()

const isCompressed = (): boolean => readStamp('compressed') === readStamp('built')

function hashWeb(): string {
  const sources = ['web/**', 'contract/**', 'package-lock.json', 'tsconfig.base.json']
  const others = ['**/node_modules', 'web/build', 'web/.react-router', '**/*.test.ts', '**/*.test.tsx']
  const switches = ['SCHEMA_FREE_CONTRACT', 'PRECOMPRESS'].map((name) =>
    process.env[name] === 'off' ? `, ${name} off` : '',
  )
  return hashFiles(projectRoot, sources, others) + switches.join('')
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
