import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

export type SwiftServer = {
  /** options of `s3Storage` for its bucket */
  options: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
  close(): Promise<void>
}

/** Debian's Python, which has Debian's packages, also where another one is on the PATH. */
const python = '/usr/bin/python3'

/**
 * Starts OpenStack Swift with its S3 API (Debian's package python3-swift) with an empty bucket, its data in a temporary folder. It checks
 * signatures. Call `close` in the end.
 */
export async function startSwift(): Promise<SwiftServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vc-swift-'))
  const account = { bucket: 'media', accessKeyId: 'shop:server', secretAccessKey: randomBytes(16).toString('hex') }
  const program = join(import.meta.dirname, 'serve-swift.py')
  const child = spawn(python, [program, folder, account.bucket, account.accessKeyId, account.secretAccessKey])
  // A run that is cut off leaves no server behind: the program ends with its standard input.
  const problem = Promise.race([
    text(child.stderr),
    once(child, 'error').then(([error]: Error[]) => error?.message ?? ''),
  ])
  const port = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]: string[]) => Number(line)),
    problem.then((reason) => {
      throw new Error(`OpenStack Swift does not start: install Debian's package "python3-swift"\n${reason}`)
    }),
  ])
  return {
    options: { ...account, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' },
    async close() {
      const ended = once(child, 'exit')
      child.stdin.end()
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
