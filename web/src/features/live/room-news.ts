import type { LiveMessage, Participant } from '@virtual-courses/contract'

/** Longest part of a message that is read out, in characters. */
const spoken = 120

/** What changed among the people of a room, in sentences to be read out. My own doings are known to me. */
export function peopleNews(before: readonly Participant[], now: readonly Participant[], me: string): string[] {
  const was = new Map(before.map((one) => [one.peerId, one]))
  const is = new Set(now.map(({ peerId }) => peerId))
  const news: string[] = []
  for (const { peerId, name, connected, handRaised, screen } of now) {
    if (peerId === me) continue
    const old = was.get(peerId)
    if (!old) news.push(`${name} joined`)
    else if (old.connected && !connected) news.push(`${name} lost the connection`)
    else if (!old.connected && connected) news.push(`${name} is back`)
    if (handRaised && !old?.handRaised) news.push(`${name} raised a hand`)
    if (screen && !old?.screen) news.push(`${name} shares the screen`)
  }
  for (const { peerId, name } of before) if (peerId !== me && !is.has(peerId)) news.push(`${name} left`)
  return news
}

export const messageNews = ({ sender, message }: LiveMessage): string =>
  `${sender}: ${message.length > spoken ? `${message.slice(0, spoken)} …` : message}`

/** Sentences of one moment as one announcement: when much happens at once, only how much. */
export function announce(news: readonly string[]): string {
  if (news.length <= 2) return news.join('. ')
  return `${news.length} things happened. ${news.at(-1)}`
}
