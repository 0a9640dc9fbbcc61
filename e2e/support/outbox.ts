import { expect } from '@playwright/test'
import type { Client } from './api.ts'

/** The text of the newest mail to an address, as the outbox shows it. Returns '' while there is none. */
async function newestMail(reader: Client, email: string): Promise<string> {
  const document = await (await reader.request.get('/dev/outbox')).text()
  const mail = document.split('<article').find((article) => article.includes(`To <strong>${email}</strong>`))
  return mail?.match(/<pre>(.*?)<\/pre>/s)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

/** Waits for something in the newest mail to an address; `before` is what is known already. */
async function mailed(reader: Client, email: string, pattern: RegExp, before = ''): Promise<string> {
  let found = ''
  await expect(async () => {
    found = (await newestMail(reader, email)).match(pattern)?.[0] ?? ''
    expect(found).not.toBe('')
    expect(found).not.toBe(before)
  }).toPass({ timeout: 20_000 })
  return found
}

/** The newest code that was mailed to an address. */
export const mailedCode = (reader: Client, email: string, before?: string): Promise<string> =>
  mailed(reader, email, /(?<!\d)\d{4}(?!\d)/, before)

/** The newest code of six digits that was mailed to an address. */
export const mailedAccountCode = (reader: Client, email: string, before?: string): Promise<string> =>
  mailed(reader, email, /(?<!\d)\d{6}(?!\d)/, before)

/** The link of the newest mail with a code to this address. */
export const mailedLink = (reader: Client, email: string): Promise<string> => mailed(reader, email, /http[^\s<]+/)

/** The path at which mails like the newest one to an address are ended. */
export const mailedUnsubscribeLink = (reader: Client, email: string): Promise<string> =>
  mailed(reader, email, /\/unsubscribe\?token=[\w.-]+/)

/** A code of four digits that is not this one. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0')
