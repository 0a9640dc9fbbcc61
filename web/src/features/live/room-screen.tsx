import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { LiveSession, Viewer } from '@virtual-courses/contract'
import { Clock, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { paths } from '#lib/paths.ts'
import { sessionOver } from '#lib/session/session.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { SignedOutNotice } from '#ui/notice.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { LiveBoard } from './board/live-board.tsx'
import { NearlyFull } from './class/capacity-note.tsx'
import { ClassNotes } from './class/class-notes.tsx'
import { ClassStage } from './class/class-stage.tsx'
import { WaitingPage } from './class/waiting-page.tsx'
import { Controls } from './controls.tsx'
import { LiveLoading } from './live-loading.tsx'
import { type LocalMediaControl, useMediaState } from './media/local-media.ts'
import { RecordButton, RecordingNote, RecordingSign } from './recording/recording-panel.tsx'
import type { Room } from './room.ts'
import { educatorPresence, isHost, isListener } from './room-state.ts'
import { Stage } from './stage.tsx'
import { SidePanel } from './together/side-panel.tsx'

type Props = { session: LiveSession; user: Viewer; control: Room; mediaControl: LocalMediaControl; onLeave: () => void }

const waitingTexts = {
  here: null,
  'not-here': msg`The educator is not here yet. The session begins when they join.`,
  away: msg`The educator lost the connection. The session stays open for a minute.`,
}

/** Time without a touch or a key after which controls over the video hide, in milliseconds. */
const quietMs = 4000

/** Whether nothing was touched or typed for a while. */
function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      clearTimeout(timer)
      setQuiet(false)
      timer = setTimeout(() => setQuiet(true), quietMs)
    }
    wake()
    const signs = ['pointerdown', 'pointermove', 'keydown'] as const
    for (const sign of signs) document.addEventListener(sign, wake, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) document.removeEventListener(sign, wake)
    }
  }, [])
  return quiet
}

/** The room: videos, controls, chat. On a phone that is held sideways the videos fill the screen, and the controls hide. */
export function RoomScreen({ session, user, control, mediaControl, onLeave }: Props) {
  const { t } = useLingui()
  const room = useSyncExternalStore(control.store.subscribe, control.store.read, control.store.read)
  const media = useMediaState(mediaControl)
  const title = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState(false)
  const [full, setFull] = useState(true)
  const quiet = useQuiet()
  const over = useSyncExternalStore(sessionOver.subscribe, sessionOver.read, () => false)
  const { isOwner } = session
  const joined = room.connection !== 'joining' && room.connection !== 'waiting'
  // the lobby's button was removed: screen readers start at the heading of the room
  useEffect(() => {
    if (joined) title.current?.focus()
  }, [joined])

  if (room.connection === 'waiting') return <WaitingPage session={session} onLeave={onLeave} />
  if (!joined) return <LiveLoading />
  const own = { isOwner, name: user.name, photo: user.photoUrl }
  const waitingText = isOwner ? null : waitingTexts[educatorPresence(room.participants)]
  const live = session.liveState === 'live'
  const board = room.status.board !== null
  return (
    <div
      data-full={full || undefined}
      data-quiet={quiet || undefined}
      className="flex flex-col gap-3 lg:grid lg:h-[calc(100dvh-var(--spacing-bar)-2rem)] lg:min-h-140 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_minmax(0,1fr)_auto] lg:gap-x-5"
    >
      <p className="sr-only" role="status">
        {room.announcement}
      </p>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 {...writtenIn()} ref={title} tabIndex={-1} className="min-w-0 text-2xl wrap-anywhere outline-none">
            {session.lectureTitle}
          </h1>
          {live && (
            <Badge tone="danger" dot>
              <Trans>Live</Trans>
            </Badge>
          )}
          <RecordingSign recording={room.status.recording} />
          {isHost(room) && live && (
            <span className="full-room:invisible">
              <RecordButton session={session} recording={room.status.recording} />
            </span>
          )}
        </div>
        <div
          aria-live="polite"
          className={cx(
            'grid gap-3 empty:hidden full-room:fixed full-room:inset-x-4 full-room:top-2 full-room:z-50',
            // beside the sign of the recording
            room.status.recording && 'full-room:start-44',
          )}
        >
          {over && <SignedOutNotice login={paths.login} />}
          {room.connection === 'lost' && !over && (
            <p className="flex items-center gap-3 rounded-md bg-danger-soft px-4 py-2.5 text-on-danger-soft">
              <WifiOff aria-hidden="true" className="size-5 shrink-0" />
              <span>
                <Trans>The connection is lost. Trying again … Your place is kept.</Trans>
              </span>
            </p>
          )}
          <RecordingNote recording={room.status.recording} sends={!isListener(room)} />
          {isHost(room) && <NearlyFull capacity={session.capacity} people={room.participants.length} />}
          <ClassNotes control={control} room={room} mediaControl={mediaControl} media={media} />
          {room.connection === 'joined' && waitingText && (
            <p className="flex items-center gap-3 rounded-md bg-accent-soft px-4 py-2.5 text-on-accent-soft">
              <Clock aria-hidden="true" className="size-5 shrink-0" />
              <span>{t(waitingText)}</span>
            </p>
          )}
        </div>
      </div>
      <div className={cx(board ? 'flex min-h-0 flex-col' : 'contents')}>
        {board && (
          <PartBoundary>
            <div className="min-h-0 lg:flex-1">
              <LiveBoard
                lectureId={session.lectureId}
                lectureTitle={session.lectureTitle}
                control={control}
                room={room}
                isOwner={isOwner}
              />
            </div>
          </PartBoundary>
        )}
        <div data-beside-board={board || undefined} className={cx(board ? 'grid shrink-0 lg:h-40' : 'contents')}>
          <PartBoundary>
            {room.status.media === 'forwarded' ? (
              <ClassStage {...own} control={control} room={room} media={media} />
            ) : (
              <Stage {...own} room={room} media={media} speaking={control.speaking} strip={board} />
            )}
          </PartBoundary>
        </div>
      </div>
      <Controls
        lectureId={session.lectureId}
        control={control}
        room={room}
        mediaControl={mediaControl}
        media={media}
        isOwner={isOwner}
        full={full}
        onFull={setFull}
        onLeave={() => (isOwner && live ? setLeaving(true) : onLeave())}
      />
      <PartBoundary>
        <SidePanel lectureId={session.lectureId} control={control} room={room} userId={user._id} />
      </PartBoundary>
      <AlertDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t`Leave the room?`}
        text={t`The session goes on for 60 seconds without you, then it ends for everybody. You can come back until then.`}
        confirmLabel={t({ message: 'Leave', context: 'live room' })}
        onConfirm={onLeave}
      />
    </div>
  )
}
