import { api as calls, events, type LiveSession } from '@virtual-courses/contract'
import { useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { openLive } from '#lib/live.ts'

/** How a lecture's session stands, from what the page was given on; hears of every change while the page is open. */
export function useSession(given: LiveSession): LiveSession {
  const [session, setSession] = useState(given)
  const { lectureId } = given
  useEffect(() => {
    let left = false
    const live = openLive()
    live.on(events.live.changed, (change) => {
      if (change.lectureId !== lectureId) return
      const { liveState, liveStartTime } = change
      setSession((before) => ({ ...before, liveState, liveStartTime }))
    })
    // what was said before the line stood, or while it was broken
    live.onConnect(() => {
      browserApi(calls.live.session, { params: { lectureId } }).then((now) => !left && setSession(now), console.warn)
    })
    return () => {
      left = true
      live.close()
    }
  }, [lectureId])
  return session
}
