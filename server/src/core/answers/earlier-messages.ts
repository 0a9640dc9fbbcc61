import type { ChatTurn } from '@virtual-courses/contract'

/** What the user wrote before, the newest first. */
export const earlierMessages = (history: readonly ChatTurn[]): string[] =>
  history
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .reverse()
