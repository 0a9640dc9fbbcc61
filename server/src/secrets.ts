import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({ sandboxKeyId: z.string(), sandboxKeySecret: z.string(), sandboxWebhookSecret: z.string() })
export type Secrets = z.output<typeof Secrets>

/** Secrets that this installation made for itself at its first start; readable by its own user only. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // errno of the file system
  }
  const fresh = {
    sandboxKeyId: `rzp_sandbox_${randomBytes(7).toString('hex')}`,
    sandboxKeySecret: randomBytes(24).toString('hex'),
    sandboxWebhookSecret: randomBytes(24).toString('hex'),
  }
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    // Another process of this installation was quicker: its secrets count.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return Secrets.parse(JSON.parse(readFileSync(file, 'utf8'))) // as above
    throw error
  }
}
