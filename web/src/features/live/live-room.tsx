import { useLingui } from '@lingui/react/macro'
import { api as calls, events, type LiveSession, type Viewer } from '@virtual-courses/contract'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { openLiveConnection } from '#lib/connection/live-connection.ts'
import { paths } from '#lib/paths.ts'
import { type Failure, spokenFailureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { BackLink } from '#ui/layout/page-layout.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { LiveLoading } from './live-loading.tsx'
import { hasCalls } from './live-offer.ts'
import { Lobby } from './lobby.tsx'
import { useLocalMedia } from './media/local-media.ts'
import { createRoom, type Room } from './room.ts'
import { RoomEnd } from './room-end.tsx'
import { RoomScreen } from './room-screen.tsx'
import { educatorComes, isEducatorComing, startSession, takeComing } from './start-session.ts'
import { EndNotes } from './together/end-notes.tsx'

/** Returns the session of a lecture, starting with the data of the page and updated by events. */
function useSession(initial: LiveSession): LiveSession {
  const [session, setSession] = useState(initial)
  const { lectureId } = initial
  useEffect(() => {
    let left = false
    const live = openLiveConnection()
    live.on(events.live.changed, (change) => {
      if (change.lectureId !== lectureId) return
      const { liveState, liveStartTime } = change
      setSession((before) => ({ ...before, liveState, liveStartTime }))
    })
    // events before the connection, or while it was lost
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

const never = () => () => {}
const useEnd = (room: Room | null) =>
  useSyncExternalStore(room?.store.subscribe ?? never, () => room?.store.read().end ?? null)

export type LiveRoomProps = { session: LiveSession; user: Viewer }

/** A live session in the browser: lobby, room, end. */
export function LiveRoom({ session: initial, user }: LiveRoomProps) {
  const { t } = useLingui()
  const session = useSession(initial)
  const { lectureId, courseId } = session
  const [attempt, setAttempt] = useState(0)
  const media = useLocalMedia(attempt)
  const [room, setRoom] = useState<Room | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const navigate = useNavigate()
  const end = useEnd(room)
  // leaving the page leaves the room, and so do a closed tab and a reload: the others need not wait for a lost connection
  useEffect(() => {
    if (!room) return
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    window.addEventListener('pagehide', room.leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', room.leave)
      window.removeEventListener('pageshow', comeBack)
      room.leave()
    }
  }, [room])

  async function join() {
    if (!media || busy) return
    const opens = takeComing(lectureId)
    setBusy(true)
    setFailure(null)
    try {
      const { roomId } = await browserApi(calls.live.join, { params: { lectureId } })
      setRoom(createRoom({ lectureId, roomId, isOwner: session.isOwner, media }))
      // said when it is true: before, students would wait for no one
      if (opens) toast.success(t`Live session started!`)
    } catch (error) {
      const failed = spokenFailureOf(error, t`Failed to join live session`)
      toast.error(failed)
      setFailure(failed)
    }
    setBusy(false)
  }

  async function start() {
    setBusy(true)
    const started = await startSession(lectureId)
    setBusy(false)
    if (!started) return
    educatorComes(lectureId)
    await join()
  }

  const enter = useEffectEvent(() => {
    if (isEducatorComing(lectureId)) void join()
  })
  // started on the lecture's page: the students are waiting, so the educator goes on as soon as camera and microphone are there
  useEffect(() => {
    if (!media || session.liveState !== 'live' || !isEducatorComing(lectureId)) return
    const { store } = media
    const unsubscribe = store.subscribe(enterWhenReady)
    function enterWhenReady() {
      if (store.read().asking) return
      unsubscribe()
      enter()
    }
    enterWhenReady()
    return unsubscribe
  }, [media, lectureId, session.liveState])

  function again() {
    setRoom(null)
    setFailure(null)
    setAttempt((count) => count + 1)
  }

  if (room && end && end.why !== 'left')
    return (
      <>
        <RoomEnd session={session} end={end} onAgain={again} />
        {end.why === 'ended' && <EndNotes lectureId={lectureId} />}
      </>
    )
  if (!media && hasCalls()) return <LiveLoading />
  if (room && media) {
    const leave = () => {
      room.leave()
      void navigate(paths.learn(courseId, lectureId))
    }
    return <RoomScreen session={session} user={user} control={room} mediaControl={media} onLeave={leave} />
  }
  return (
    <div className="pb-section">
      <header className="mb-5 flex items-start gap-2">
        <BackLink to={paths.learn(courseId, lectureId)} className="-ms-2.5" />
        <div className="min-w-0">
          <h1 {...writtenIn()} className="py-1.5 text-2xl wrap-anywhere">
            {session.lectureTitle}
          </h1>
          <p {...writtenIn()} className="text-muted wrap-anywhere">
            {session.courseTitle}
          </p>
        </div>
      </header>
      <Lobby
        session={session}
        control={media}
        failure={failure}
        busy={busy}
        onStart={() => void start()}
        onJoin={() => void join()}
      />
    </div>
  )
}
