import { plural, t } from '@lingui/core/macro'
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

/** Number of people from which coming and going is not read out: in a class it never stops. */
const manyPeople = 20

/** Returns the changes of the other participants, as sentences for screen readers. */
export function participantChanges(before: readonly Participant[], now: readonly Participant[], me: string): string[] {
  const isSmall = now.length < manyPeople
  const was = new Map(before.map((one) => [one.peerId, one]))
  const is = new Set(now.map(({ peerId }) => peerId))
  const changes: string[] = []
  for (const person of now) {
    const { peerId, connected, handRaised, screen } = person
    if (peerId === me) continue
    const name = isolate(person.name)
    const old = was.get(peerId)
    if (isSmall || person.role !== 'listener') {
      if (!old) changes.push(t`${name} joined`)
      else if (old.connected && !connected) changes.push(t`${name} lost the connection`)
      else if (!old.connected && connected) changes.push(t`${name} is back`)
    }
    if (old?.role === 'listener' && person.role === 'speaker') changes.push(t`${name} may speak`)
    if (old?.role === 'speaker' && person.role === 'listener') changes.push(t`${name} listens again`)
    if (handRaised && !old?.handRaised) changes.push(t`${name} raised a hand`)
    if (screen && !old?.screen) changes.push(t`${name} shares the screen`)
  }
  for (const { peerId, name, role } of before)
    if (peerId !== me && !is.has(peerId) && (isSmall || role !== 'listener'))
      changes.push(t`${{ name: isolate(name) }} left`)
  return changes
}

export const messageAnnouncement = ({ sender, message }: LiveMessage): string =>
  `${sender}: ${message.length > maxSpoken ? `${cutText(message, maxSpoken)} …` : message}`

/** Joins sentences into one announcement; of more than two, it has their number and the last one. */
export function announce(sentences: readonly string[]): string {
  const [first = ''] = sentences
  const last = sentences.at(-1) ?? ''
  const count = sentences.length
  if (count <= 1) return first
  if (count === 2) return t`${first}. ${last}`
  return t`${plural(count, { one: '# thing happened.', other: '# things happened.' })} ${last}`
}
