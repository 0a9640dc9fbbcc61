import { isolate, type LiveMessage, type Participant } from '@virtual-courses/contract'
import { cutText } from '#lib/text/cut-text.ts'

/** Events within this time are read out together, in milliseconds. */
const collectMs = 1200

/** Collects sentences for screen readers, so that a busy room does not flood them. */
export function createAnnouncer(say: (sentence: string) => void) {
  let waiting: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(sentences: readonly string[]): void {
      if (sentences.length === 0) return
      waiting.push(...sentences)
      timer ??= setTimeout(() => {
        timer = undefined
        say(announce(waiting))
        waiting = []
      }, collectMs)
    },
    close: () => clearTimeout(timer),
  }
}

/** Maximum length of a message that is read out, in characters. */
const maxSpoken = 120

/** Returns the changes of the other participants, as sentences for screen readers. */
export function participantChanges(before: readonly Participant[], now: readonly Participant[], me: string): string[] {
  const was = new Map(before.map((one) => [one.peerId, one]))
  const is = new Set(now.map(({ peerId }) => peerId))
  const changes: string[] = []
  for (const { peerId, name, connected, handRaised, screen } of now) {
    if (peerId === me) continue
    const old = was.get(peerId)
    if (!old) changes.push(`${isolate(name)} joined`)
    else if (old.connected && !connected) changes.push(`${isolate(name)} lost the connection`)
    else if (!old.connected && connected) changes.push(`${isolate(name)} is back`)
    if (handRaised && !old?.handRaised) changes.push(`${isolate(name)} raised a hand`)
    if (screen && !old?.screen) changes.push(`${isolate(name)} shares the screen`)
  }
  for (const { peerId, name } of before) if (peerId !== me && !is.has(peerId)) changes.push(`${isolate(name)} left`)
  return changes
}

export const messageAnnouncement = ({ sender, message }: LiveMessage): string =>
  `${sender}: ${message.length > maxSpoken ? `${cutText(message, maxSpoken)} …` : message}`

/** Joins sentences into one announcement; of more than two, it has their number and the last one. */
export function announce(sentences: readonly string[]): string {
  if (sentences.length <= 2) return sentences.join('. ')
  return `${sentences.length} things happened. ${sentences.at(-1)}`
}
