import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './world.ts'

/** Ids of mails that were read. */
const used = new Set<string>()

/** What a pattern finds in the newest mail that was not read before. */
export async function fromMail(world: World, pattern: RegExp, { asShown = true } = {}): Promise<string | undefined> {
  for (let attempt = 0; attempt < 100; attempt++) {
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
