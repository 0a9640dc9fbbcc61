import { announcement } from './notification-store.ts'

/** How long to collect what arrives before it is read out, in milliseconds. */
const pause = 1000

let messages: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells a screen reader about an arrival, politely: several at once are one sentence. */
export function announceArrival(message: string): void {
  messages.push(message)
  clearTimeout(timer)
  timer = setTimeout(() => {
    const [first, ...others] = messages
    announcement.write(others.length === 0 ? `New notification: ${first}` : `${messages.length} new notifications`)
    messages = []
  }, pause)
}
