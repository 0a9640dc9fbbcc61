import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({ sandboxKeyId: z.string(), sandboxKeySecret: z.string(), sandboxWebhookSecret: z.string() })
export type Secrets = z.output<typeof Secrets>

/** The file's content; written by whichever process comes first, readable by its own user only. */
function readOrMake(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // errno of the file system
  }
  const fresh = make()
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, fresh, { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    // Another process of this installation was quicker: its secrets count.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8') // as above
    throw error
  }
}

/** Secrets of the payment sandbox that this installation made for itself at its first start. */
export function loadSecrets(dataDir: string): Secrets {
  const content = readOrMake(join(dataDir, 'secrets.json'), () => {
    const fresh = {
      sandboxKeyId: `rzp_sandbox_${randomBytes(7).toString('hex')}`,
      sandboxKeySecret: randomBytes(24).toString('hex'),
      sandboxWebhookSecret: randomBytes(24).toString('hex'),
    }
    return `${JSON.stringify(fresh, null, 2)}\n`
  })
  return Secrets.parse(JSON.parse(content))
}

/** The secret that short codes in the database are hashed with, made at the first start. It never stands in the database itself. */
export const loadCodeSecret = (dataDir: string): string =>
  readOrMake(join(dataDir, 'code-secret'), () => `${randomBytes(32).toString('hex')}\n`).trim()
