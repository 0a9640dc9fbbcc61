import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './world.ts'

/** Ids of mails that were read. */
const used = new Set<string>()

/** How long a mail may take: a busy machine does the jobs that send them late. */
const waitMs = 30_000

/**
 * What a pattern finds in the newest mail that was not read before. It must match the words around, too: until the mail is sent, it is
 * looked for in older ones, whose links have numbers of chance.
 */
export async function fromMail(world: World, pattern: RegExp, { asShown = true } = {}): Promise<string | undefined> {
  for (const end = Date.now() + waitMs; Date.now() < end; ) {
    const list = await (await fetch(`${world.origin}/dev/outbox`)).text()
    for (const [, id = ''] of list.matchAll(/\/dev\/outbox\/([\w-]+)/g)) {
      if (used.has(id)) continue
      const mail = await (await fetch(`${world.origin}/dev/outbox/${id}`)).text()
      const shown = mail.replaceAll(/<style[\s\S]*?<\/style>/g, '').replaceAll(/<[^>]*>/g, ' ')
      const found = pattern.exec(asShown ? shown : mail)
      if (!found?.[1]) continue
      used.add(id)
      return found[1]
    }
    await sleep(100)
  }
  return undefined
}
