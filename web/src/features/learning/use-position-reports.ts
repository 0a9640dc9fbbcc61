import { useCallback, useEffect, useRef } from 'react'
import { createPositionReporter, type Position, type PositionReporter } from './position-reporter.ts'
import type { CourseLearning } from './progress-store.ts'
import { judgeFailure, reportPosition } from './report.ts'
import { lastPosition, resumeAt, unsentPosition } from './resume-position.ts'

/**
 * Sends the unsaved positions of a course's lectures: once on hydration, and when the network comes back. Positions that are
 * older than the server's are dropped.
 */
export function useUnsentPositions(userId: string, lectureIds: readonly string[], learning: CourseLearning): void {
  const newest = useRef({ lectureIds, learning })
  useEffect(() => {
    newest.current = { lectureIds, learning }
  })
  useEffect(() => {
    const sendOne = async (lectureId: string) => {
      const unsent = unsentPosition.read(userId, lectureId)
      if (!unsent) return
      const known = newest.current.learning.known.get(lectureId)
      try {
        if (!known || unsent.at > Date.parse(known.updatedAt))
          newest.current.learning.learn(await reportPosition(lectureId, unsent))
      } catch (error) {
        if (judgeFailure(error) !== 'forget') return
      }
      // a player may have moved on
      if (unsentPosition.read(userId, lectureId)?.at === unsent.at) unsentPosition.forget(userId, lectureId)
    }
    const sendAll = () => {
      for (const lectureId of newest.current.lectureIds) void sendOne(lectureId)
    }
    sendAll()
    window.addEventListener('online', sendAll)
    return () => window.removeEventListener('online', sendAll)
  }, [userId])
}

type Options = {
  userId: string
  /** the lecture that is shown; null while there is none, or none that may be watched */
  lectureId: string | null
  learning: Pick<CourseLearning, 'known' | 'learn'>
}

function reporterFor(userId: string, lectureId: string, learn: CourseLearning['learn']): PositionReporter {
  return createPositionReporter({
    send: async (position) => learn(await reportPosition(lectureId, position)),
    keep: (position) =>
      position === null
        ? unsentPosition.forget(userId, lectureId)
        : unsentPosition.keep(userId, lectureId, { ...position, at: Date.now() }),
    judge: judgeFailure,
  })
}

/** Returns where the lecture resumes, and the callback of its player that saves the position. */
export function usePositionReports({ userId, lectureId, learning }: Options) {
  const reporter = useRef<PositionReporter | null>(null)
  const newest = useRef(learning)
  useEffect(() => {
    newest.current = learning
  })

  useEffect(() => {
    if (lectureId === null) return
    const current = reporterFor(userId, lectureId, (progress) => newest.current.learn(progress))
    reporter.current = current
    // phones close pages without an event, but hide them first
    const onHide = () => document.visibilityState === 'hidden' && current.leave()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', current.leave)
    window.addEventListener('online', current.retry)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', current.leave)
      window.removeEventListener('online', current.retry)
      reporter.current = null
      current.close()
    }
  }, [userId, lectureId])

  /** For a player that knows the duration of the video. */
  const startAt = useCallback(
    (duration: number): number => {
      if (lectureId === null) return 0
      const server = newest.current.known.get(lectureId)
      return resumeAt(lastPosition(server, unsentPosition.read(userId, lectureId)), duration)
    },
    [userId, lectureId],
  )

  const onPosition = useCallback((position: Position, kind: 'moved' | 'settled') => {
    reporter.current?.[kind](position)
  }, [])

  return { startAt, onPosition }
}

/** Reports that a lecture without a video was opened, so that the course goes on there; null while there is none. */
export function useReadingReport(lectureId: string | null, learn: CourseLearning['learn']): void {
  useEffect(() => {
    // a report that is lost costs the place to go on from, and nothing else
    if (lectureId !== null) reportPosition(lectureId, { seconds: 0, duration: null }).then(learn, () => {})
  }, [lectureId, learn])
}
