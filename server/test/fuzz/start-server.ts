import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programEnv } from '../support/program-env.ts'
import { paymentKeys } from './sales.ts'

export type FuzzedServer = { origin: string; close(): Promise<void> }

/**
 * Starts a server with nothing in it, on a free port, and without pages: only its API is fuzzed. `prepare` may put a migrated database
 * into its data folder.
 */
export async function startServer(prepare = async (_dataDir: string): Promise<void> => {}): Promise<FuzzedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vc-fuzz-'))
  await prepare(folder)
  const env = {
    ...programEnv(),
    NODE_ENV: 'development',
    DATA_DIR: folder,
    SEED: 'none',
    PORT: '0',
    // it does jobs and serves the API, but needs no built pages
    ROLE: 'worker',
    ADMIN_SIGNUP: 'open',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    // a port at which nothing listens: captions by machine can be asked for, and fail
    TRANSCRIBER_URL: 'http://127.0.0.1:9/v1',
    ...paymentKeys,
  }
  const main = join(import.meta.dirname, '../../src/main.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true })
  }
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      printed += part
      const found = /running: (http\S+)/.exec(printed)
      if (found?.[1]) resolve(new URL(found[1]).origin)
    })
    void ended.then(() => reject(new Error(`the server did not start: ${printed}`)))
  })
  return { origin: origin.replace('localhost', '127.0.0.1'), close }
}
