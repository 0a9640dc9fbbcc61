import { useCallback, useEffect, useRef } from 'react'
import { createPositionReporter, type Position, type PositionReporter } from './position-reporter.ts'
import { judgeFailure, reportPosition } from './report.ts'
import { lastPosition, resumeAt } from './resume-at.ts'
import { unsentPosition } from './unsent-position.ts'
import type { CourseLearning } from './use-course-progress.ts'

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

/** Where the lecture goes on, and what its player calls to have the place remembered. */
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
    // phones end pages without a word, but not without hiding them first
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

  /** For a player that knows how long the video is. */
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
