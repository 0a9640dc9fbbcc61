import { useCallback, useEffect, useRef } from 'react'
import { createPositionReporter, type Position, type PositionReporter } from './position-reporter.ts'
import type { CourseLearning } from './progress-store.ts'
import { judgeFailure, reportPosition, reportWatched } from './report.ts'
import { lastPosition, resumeAt, unsentPosition } from './resume-position.ts'
import { unsentWatched } from './unsent-watched.ts'
import { createWatchReporter, type WatchReporter } from './watch-reporter.ts'

/** Sends the reports of what was watched of a lecture that wait here, the oldest first. */
async function sendWatched(userId: string, lectureId: string): Promise<void> {
  for (const report of unsentWatched.read(userId, lectureId)) {
    try {
      await reportWatched(lectureId, report)
    } catch (error) {
      if (judgeFailure(error) !== 'forget') return
    }
    unsentWatched.keep(userId, lectureId, report.id, null)
  }
}

/**
 * Sends the unsaved positions of a course's lectures, and what was watched of them: once on hydration, and when the network comes
 * back. Positions that are older than the server's are dropped.
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
      for (const lectureId of newest.current.lectureIds) {
        void sendOne(lectureId)
        void sendWatched(userId, lectureId)
      }
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
  /** its video; undefined while what is watched of it is not reported */
  videoId: string | undefined
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

const watchReporterFor = (userId: string, lectureId: string, videoId: string): WatchReporter =>
  createWatchReporter({
    videoId,
    send: (report) => reportWatched(lectureId, report),
    keep: (id, report) => unsentWatched.keep(userId, lectureId, id, report),
    judge: judgeFailure,
  })

/** Returns where the lecture resumes, and the callback of its player that saves the position. */
export function usePositionReports({ userId, lectureId, videoId, learning }: Options) {
  const reporter = useRef<PositionReporter | null>(null)
  const watching = useRef<WatchReporter | null>(null)
  const newest = useRef(learning)
  useEffect(() => {
    newest.current = learning
  })

  useEffect(() => {
    if (lectureId === null) return
    const current = reporterFor(userId, lectureId, (progress) => newest.current.learn(progress))
    const watched = videoId === undefined ? null : watchReporterFor(userId, lectureId, videoId)
    reporter.current = current
    watching.current = watched
    const leave = () => {
      current.leave()
      watched?.leave()
    }
    const retry = () => {
      current.retry()
      watched?.retry()
    }
    // phones close pages without an event, but hide them first
    const onHide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', retry)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', retry)
      reporter.current = null
      watching.current = null
      current.close()
      watched?.close()
    }
  }, [userId, lectureId, videoId])

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
    watching.current?.[kind](position.seconds)
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
