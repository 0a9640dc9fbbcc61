import { createHmac } from 'node:crypto'
import { expect } from '@playwright/test'
import type { Account } from './accounts.ts'
import type { Client } from './api.ts'
import { mailedAccountCode } from './outbox.ts'

/** The code that an authenticator app shows for a secret in base32 (RFC 6238). */
export function appCode(secret: string, stepsLater = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret.replaceAll(' ', '')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsLater))
  const mac = createHmac('sha1', key).update(step).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Gives someone an authenticator app, by the API. */
export async function addApp(client: Client, { email, password }: Account): Promise<void> {
  const post = async (path: string, data: object = {}) => {
    const answer = await client.request.post(`/api/user/${path}`, { data })
    expect([path, answer.status()]).toEqual([path, 200])
    return answer.json()
  }
  await post('ownercode')
  await post('proveaddress', { ownerCode: await mailedAccountCode(client, email) })
  await post('confirm', { current: password })
  const { secret } = await post('authenticator')
  await post('authenticator/confirm', { code: appCode(secret) })
}
