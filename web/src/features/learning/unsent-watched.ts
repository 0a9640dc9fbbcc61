import type { WatchedReport } from '@virtual-courses/contract'
import { readLocal, writeLocal } from '#lib/browser-storage.ts'
import { mostWaiting } from './watch-reporter.ts'

// per user: accounts on a shared computer keep their own reports
const keyOf = (userId: string, lectureId: string) => `watched:${userId}:${lectureId}`

/** What is kept may be of an older version; the server judges the rest. */
function isReport(value: unknown): value is WatchedReport {
  const { id, videoId, intervals } = Object(value) as Record<string, unknown>
  return typeof id === 'string' && typeof videoId === 'string' && Array.isArray(intervals)
}

/** This browser's copies of reports of what was watched until the server has them: needed offline and after a crash. */
export const unsentWatched = {
  read(userId: string, lectureId: string): WatchedReport[] {
    const kept = readLocal(keyOf(userId, lectureId))
    return Array.isArray(kept) ? kept.filter(isReport) : []
  },
  /** Keeps a report; null removes it. */
  keep(userId: string, lectureId: string, id: string, report: WatchedReport | null): void {
    const others = this.read(userId, lectureId).filter((one) => one.id !== id)
    const kept = report ? [...others, report].slice(-mostWaiting) : others
    writeLocal(keyOf(userId, lectureId), kept.length > 0 ? kept : undefined)
  },
}
