import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programEnv } from '../program-env.ts'
import { copyTemplate, openTestDatabase } from './test-database.ts'

/** A server that a test starts as an operator does, on the engine of this run, kills with -9 and starts again on the same folder. */
export type ServerProcess = {
  dataDir: string
  /** of the process that runs now */
  origin(): string
  killAndRestart(): Promise<void>
  close(): Promise<void>
}

const main = join(import.meta.dirname, '../../../src/main.ts')

export async function startServerProcess(): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vc-server-process-'))
  const database = process.env.TEST_ENGINE === 'postgres' ? await openTestDatabase() : undefined
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
    }
    child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    if (!child.stdout) throw new Error('the server has no output')
    for await (const line of createInterface(child.stdout)) {
      const found = /running: (http\S+)/.exec(line)
      if (!found?.[1]) continue
      origin = found[1]
      return
    }
    throw new Error('the server ended')
  }

  async function close(): Promise<void> {
    child?.kill('SIGKILL')
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }

  try {
    await copyTemplate(dataDir)
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    dataDir,
    origin: () => origin,
    async killAndRestart() {
      const ended = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await ended
      await start()
    },
    close,
  }
}
