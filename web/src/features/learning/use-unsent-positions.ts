import { useEffect, useRef } from 'react'
import { judgeFailure, reportPosition } from './report.ts'
import { unsentPosition } from './unsent-position.ts'
import type { CourseLearning } from './use-course-progress.ts'

/**
 * Sends what this browser remembers of a course's lectures and could not tell the server in time: once when the page comes to
 * life, and when the network comes back. What the server knows better by now is forgotten.
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
      // a player may have moved on meanwhile
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
