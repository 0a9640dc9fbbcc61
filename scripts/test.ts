import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { checkSuite } from './checks/checks.ts'
import { endLike, stopSignal } from './launch/follow.mjs'
import { runNode } from './run-tool.ts'
import { playwrightSuite } from './suites/playwright-suite.ts'
import { runSuites, selectSuites, summary } from './suites/run-suites.ts'
import { vitestSuites } from './suites/vitest-suite.ts'

/**
 * `npm test`: all suites, or those named, with the files that match the patterns after them; `--all` also with the longest tests. Ends
 * with 1 when anything failed.
 */
export async function run(args: string[]): Promise<void> {
  const every = [checkSuite, ...vitestSuites(), playwrightSuite]
  const { suites, all: whole, ...selection } = selectSuites(every, args)
  if (whole) process.env.TEST_ALL = '1'
  const folder = folderInMemory()
  if (folder) {
    process.env.TMPDIR = folder
    // dozens of tests start a server: a quarter of what that costs is to read and compile its code
    process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  }
  const start = performance.now()
  // the checks leave a core idle at times; who needs the build waits for it, or makes it again where it failed, and says so
  if (suites.includes(checkSuite) && suites.includes(playwrightSuite) && process.env.PLAIN !== '1')
    void runNode(join(import.meta.dirname, 'run.mjs'), ['build'], { onText: () => {} })
  const results = await runSuites(suites, selection)
  if (folder) rmSync(folder, { recursive: true, force: true })
  const signal = stopSignal()
  if (signal) await endLike({ code: null, signal })
  console.log(summary(results, performance.now() - start))
  if (results.some((result) => result.failed > 0)) process.exitCode = 1
}

/** Bytes that must be free before temporary files go to memory. */
const enough = 8 * 1024 ** 3

/**
 * Returns a new folder in memory for all temporary files of the tests, or null where there is none or too little. A copy of a
 * database is made of nearly a thousand files, which takes a disk six times as long. What killed runs have left is removed.
 */
function folderInMemory(): string | null {
  const root = '/dev/shm'
  if (process.platform !== 'linux' || freemem() < enough) return null
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.includes(` ${root} tmpfs `))
  if (!mount || /[ ,](?:noexec|ro)[ ,]/.test(mount)) return null
  for (const name of readdirSync(root)) {
    const [, pid] = /^vc-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(root, name), { recursive: true, force: true })
  }
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize < enough) return null
  const folder = mkdtempSync(join(root, `vc-${process.pid}-`))
  // the database server runs as another user
  chmodSync(folder, 0o711)
  return folder
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
