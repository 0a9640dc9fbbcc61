import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({ sandboxKeyId: z.string(), sandboxKeySecret: z.string(), sandboxWebhookSecret: z.string() })
export type Secrets = z.output<typeof Secrets>

/** Returns the content of a file, which the first process creates, readable by its own user only. */
export function readOrCreate(file: string, make: () => string): string {
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
    // Another process has created the file: its secrets are used.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8') // as above
    throw error
  }
}

/** Returns the secrets of the payment sandbox, generated at the first start. */
export function loadSecrets(dataDir: string): Secrets {
  const content = readOrCreate(join(dataDir, 'secrets.json'), () => {
    const fresh = {
      sandboxKeyId: `rzp_sandbox_${randomBytes(7).toString('hex')}`,
      sandboxKeySecret: randomBytes(24).toString('hex'),
      sandboxWebhookSecret: randomBytes(24).toString('hex'),
    }
    return `${JSON.stringify(fresh, null, 2)}\n`
  })
  return Secrets.parse(JSON.parse(content))
}

/** Returns the key of the hashes of one-time codes, generated at the first start. It is not stored in the database. */
export const loadCodeSecret = (dataDir: string): string =>
  readOrCreate(join(dataDir, 'code-secret'), () => `${randomBytes(32).toString('hex')}\n`).trim()

/** Returns the secret that stands for the key of certificates, generated at the first start. Another one is a new key; old ones stay known. */
export const loadCertificateSecret = (dataDir: string): string =>
  readOrCreate(join(dataDir, 'certificate-secret'), () => `${randomBytes(32).toString('hex')}\n`).trim()
