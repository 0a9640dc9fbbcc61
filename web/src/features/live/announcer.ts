import { announce } from './room-news.ts'

/** What happens within so many milliseconds is read out together. */
const together = 1200

/** Collects what is to be read out, so that a lively room does not talk without end. */
export function createAnnouncer(say: (sentence: string) => void) {
  let waiting: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(news: readonly string[]): void {
      if (news.length === 0) return
      waiting.push(...news)
      timer ??= setTimeout(() => {
        timer = undefined
        say(announce(waiting))
        waiting = []
      }, together)
    },
    close: () => clearTimeout(timer),
  }
}
