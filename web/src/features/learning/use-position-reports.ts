import { useCallback, useEffect, useRef } from 'react'
import { createPositionReporter, type Position, type PositionReporter } from './position-reporter.ts'
import type { CourseLearning } from './progress-store.ts'
import { judgeFailure, reportPosition, reportWatched } from './report.ts'
import { lastPosition, resumeAt, unsentPosition } from './resume-position.ts'
import { unsentWatched } from './unsent-watched.ts'
import { createWatchReporter, type WatchReporter } from './watch-reporter.ts'

/** The lecture whose player reports what is watched: it sends what waits of it by itself, so that nothing is sent twice. */
let reporting: string | null = null

/** Sends the reports of what was watched of a lecture that wait here, the oldest first. */
async function sendWatched(userId: string, lectureId: string): Promise<void> {
  if (lectureId === reporting) return
  for (const report of unsentWatched.read(userId, lectureId)) {
    try {
      await reportWatched(lectureId, report)
    } catch (error) {
      if (judgeFailure(error) !== 'drop') return
    }
    unsentWatched.keep(userId, lectureId, report.id, null)
  }
}

/**
 * Sends the unsaved positions of a course's lectures, and what was watched of them: once on hydration, and when the network comes
 * back. Positions that are older than the server's, perhaps of another device, are dropped.
 */
export function useUnsentPositions(userId: string, lectureIds: readonly string[], learning: CourseLearning): void {
  const newest = useRef({ lectureIds, learning })
  useEffect(() => {
    newest.current = { lectureIds, learning }
  })
  useEffect(() => {
    const sendOne = async (lectureId: string, fresh: CourseLearning['known']) => {
      const unsent = unsentPosition.read(userId, lectureId)
      if (!unsent) return
      const known = fresh.get(lectureId)
      try {
        if (!known || unsent.at > Date.parse(known.updatedAt))
          newest.current.learning.learn(await reportPosition(lectureId, unsent))
      } catch (error) {
        if (judgeFailure(error) !== 'drop') return
      }
      // a player may have moved on
      if (unsentPosition.read(userId, lectureId)?.at === unsent.at) unsentPosition.clear(userId, lectureId)
    }
    const sendAll = (fresh: CourseLearning['known']) => {
      for (const lectureId of newest.current.lectureIds) {
        void sendOne(lectureId, fresh)
        void sendWatched(userId, lectureId)
      }
    }
    // what another device has reported meanwhile is newer
    const onOnline = () => void newest.current.learning.refresh().then(sendAll, () => {})
    sendAll(newest.current.learning.known)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [userId])
}

type Options = {
  userId: string
  /** the lecture that is shown; null while there is none, or none that may be watched */
  lectureId: string | null
  /** its video; undefined while what is watched of it is not reported */
  videoId: string | undefined
  learning: Pick<CourseLearning, 'known' | 'learn' | 'refresh'>
}

function reporterFor(userId: string, lectureId: string, learn: CourseLearning['learn']): PositionReporter {
  return createPositionReporter({
    send: async (position) => learn(await reportPosition(lectureId, position)),
    keep: (position) =>
      position === null
        ? unsentPosition.clear(userId, lectureId)
        : unsentPosition.keep(userId, lectureId, { ...position, at: Date.now() }),
    judge: judgeFailure,
  })
}

type Watched = { userId: string; lectureId: string; videoId: string }

const watchReporterFor = ({ userId, lectureId, videoId }: Watched, learn: CourseLearning['learn']): WatchReporter =>
  createWatchReporter({
    videoId,
    send: async (report) => {
      const completed = await reportWatched(lectureId, report)
      if (completed) learn(completed)
    },
    keep: (id, report) => unsentWatched.keep(userId, lectureId, id, report),
    judge: judgeFailure,
    kept: unsentWatched.read(userId, lectureId),
  })

/** Returns where the lecture resumes, what asks for the position of another device, and the callbacks of its player that save positions. */
export function usePositionReports({ userId, lectureId, videoId, learning }: Options) {
  const reporter = useRef<PositionReporter | null>(null)
  const watching = useRef<WatchReporter | null>(null)
  const newest = useRef(learning)
  /** the instant of the position that this page has shown or saved */
  const mine = useRef('')
  useEffect(() => {
    newest.current = learning
  })

  /** Returns the position that another device has reported since, in seconds, and drops ours for it; null while ours is the newest. */
  const newerOf = useCallback(
    async (id: string): Promise<number | null> => {
      const server = await newest.current.refresh().then(
        (known) => known.get(id),
        () => undefined,
      )
      // ISO instants of one zone: their order is that of their text
      if (!server || server.updatedAt <= mine.current) return null
      const unsent = unsentPosition.read(userId, id)
      if (unsent && unsent.at > Date.parse(server.updatedAt)) return null
      mine.current = server.updatedAt
      reporter.current?.drop()
      return server.seconds
    },
    [userId],
  )

  useEffect(() => {
    if (lectureId === null) return
    const current = reporterFor(userId, lectureId, (progress) => {
      mine.current = progress.updatedAt
      newest.current.learn(progress)
    })
    mine.current = newest.current.known.get(lectureId)?.updatedAt ?? ''
    const watched =
      videoId === undefined
        ? null
        : watchReporterFor({ userId, lectureId, videoId }, (progress) => newest.current.learn(progress))
    reporter.current = current
    watching.current = watched
    if (watched) reporting = lectureId
    const leave = () => {
      current.leave()
      watched?.leave()
    }
    const retry = () => {
      watched?.retry()
      // another device may have gone on meanwhile
      void newerOf(lectureId).finally(() => current.retry())
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
      reporting = null
      current.close()
      watched?.close()
    }
  }, [userId, lectureId, videoId, newerOf])

  /** For a player that knows the duration of the video. */
  const startAt = useCallback(
    (duration: number): number => {
      if (lectureId === null) return 0
      const server = newest.current.known.get(lectureId)
      // on the server there is none, and Node.js warns of its own storage
      const unsent = typeof window === 'undefined' ? null : unsentPosition.read(userId, lectureId)
      return resumeAt(lastPosition(server, unsent), duration)
    },
    [userId, lectureId],
  )

  /** As `startAt`, for a player that rested: null unless there is another place to go to. */
  const newerPosition = useCallback(
    async (duration: number): Promise<number | null> => {
      const seconds = lectureId === null ? null : await newerOf(lectureId)
      return seconds === null ? null : resumeAt(seconds, duration) || null
    },
    [lectureId, newerOf],
  )

  const onPosition = useCallback((position: Position, kind: 'moved' | 'settled') => {
    reporter.current?.[kind](position)
    watching.current?.[kind](position.seconds)
  }, [])

  const onPlayedBefore = useCallback((from: number, to: number) => watching.current?.played(from, to), [])

  return { startAt, newerPosition, onPosition, onPlayedBefore }
}

/** Reports that a lecture without a video was opened, so that the course goes on there; null while there is none. */
export function useReadingReport(lectureId: string | null, learn: CourseLearning['learn']): void {
  useEffect(() => {
    // a report that is lost costs the place to go on from, and nothing else
    if (lectureId !== null) reportPosition(lectureId, { seconds: 0, duration: null }).then(learn, () => {})
  }, [lectureId, learn])
}
