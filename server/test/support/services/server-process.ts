import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programEnv } from '../program-env.ts'
import { copyTemplate, openTestDatabase, type TestDatabase } from './test-database.ts'

/** A server that a test starts as an operator does, on the engine of this run, kills with -9 and starts again on the same folder. */
export type ServerProcess = {
  dataDir: string
  /** of the process that runs now */
  origin(): string
  kill(): Promise<void>
  killAndRestart(): Promise<void>
  close(): Promise<void>
}

const main = join(import.meta.dirname, '../../../src/main.ts')

type Options = {
  /** the database of other processes, which stays open */
  beside?: TestDatabase
  /** further settings */
  env?: Record<string, string>
}

export async function startServerProcess({ beside, env: more = {} }: Options = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vc-server-process-'))
  const own = !beside && process.env.TEST_ENGINE === 'postgres' ? await openTestDatabase() : undefined
  const database = beside ?? own
  let child: ChildProcess | undefined
  let origin = ''

  async function start(): Promise<void> {
    const env = {
      ...programEnv(),
      DATA_DIR: dataDir,
      SEED: 'none',
      PORT: '0',
      ROLE: 'worker',
      ...(database?.url !== undefined && { DATABASE_URL: database.url }),
      ...more,
    }
    child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    if (!child.stdout || !child.stderr) throw new Error('the server has no output')
    const said: string[] = []
    child.stderr.on('data', (piece: Buffer) => {
      said.push(piece.toString())
      if (said.length > 100) said.shift()
    })
    for await (const line of createInterface(child.stdout)) {
      said.push(line)
      const found = /running: (http\S+)/.exec(line)
      if (!found?.[1]) continue
      origin = found[1]
      return
    }
    throw new Error(`the server ended: ${said.slice(-5).join('\n')}`)
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async function close(): Promise<void> {
    child?.kill('SIGKILL')
    await own?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }

  try {
    if (!beside) await copyTemplate(dataDir)
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    dataDir,
    origin: () => origin,
    kill,
    async killAndRestart() {
      await kill()
      await start()
    },
    close,
  }
}
