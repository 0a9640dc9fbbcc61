import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { Hand, LogOut, Maximize, MessageSquare, MonitorUp, MonitorX, Presentation, Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { atBottom } from '#ui/layout/dock.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { keepLast } from './board/keep-picture.ts'
import { ViewingFields } from './class/viewing-fields.tsx'
import { DeviceFields, DeviceToggle, MediaHelp, roundButton } from './media/device-controls.tsx'
import type { LocalMedia, LocalMediaControl } from './media/local-media.ts'
import { PeopleButton } from './people-button.tsx'
import type { Room, RoomView } from './room.ts'
import { isHost, isListener, personOf } from './room-state.ts'
import { ReactionsButton } from './together/reactions.tsx'

/** Ends the session for everyone, after a confirmation. The room gets the end over the socket, the educator too. */
function EndSession({ lectureId, roomId }: { lectureId: string; roomId: string }) {
  const { t } = useLingui()
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)

  async function end() {
    setBusy(true)
    try {
      await browserApi(calls.live.end, { params: { lectureId } })
      setConfirming(false)
      // no one waits for it: the board stays for a while
      void keepLast(lectureId, roomId)
    } catch (error) {
      toast.error(failureOf(error, t`The session could not be ended`))
    }
    setBusy(false)
  }

  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        <Trans>End session</Trans>
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t`End this session?`}
        text={t`Everyone leaves the room, and the chat closes.`}
        confirmLabel={t`End for everyone`}
        danger
        busy={busy}
        onConfirm={() => void end()}
      />
    </>
  )
}

type Props = {
  lectureId: string
  control: Room
  room: RoomView
  mediaControl: LocalMediaControl
  media: LocalMedia
  isOwner: boolean
  /** on a phone that is held sideways: the videos fill the screen, and the chat is below them otherwise */
  full: boolean
  onFull: (full: boolean) => void
  onLeave: () => void
}

type RoundProps = { label: string; active?: boolean; disabled?: boolean; onPress: () => void; children: ReactNode }

function Round({ label, active = false, disabled = false, onPress, children }: RoundProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && onPress()}
        className={cx(roundButton, active ? 'bg-accent text-on-accent' : 'bg-night-raised text-on-night')}
      >
        {children}
      </button>
    </Tooltip>
  )
}

/** Phones and tablets cannot share a screen. */
const canShare = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/** The controls of a room, under the videos. */
export function Controls({ lectureId, control, room, mediaControl, media, isOwner, full, onFull, onLeave }: Props) {
  const { t } = useLingui()
  const raised = personOf(room)?.handRaised ?? false
  const lost = room.connection !== 'joined'
  const inClass = room.status.media === 'forwarded'
  const listening = isListener(room)

  async function share() {
    if (media.screen) mediaControl.stopScreen()
    else if (!(await mediaControl.shareScreen(inClass))) toast.info(t`No screen was chosen`)
  }

  return (
    <div
      role="toolbar"
      aria-label={t`Session controls`}
      ref={atBottom}
      data-docked="bottom"
      className="z-20 flex flex-wrap items-center justify-center gap-2 bg-night p-2.5 text-on-night max-lg:sticky max-lg:bottom-(--docked-strip) max-lg:order-last max-lg:-mx-gutter max-lg:border-b max-lg:border-night-line typing:static sm:gap-3 lg:-mt-3 lg:rounded-b-lg lg:border-t lg:border-night-line lg:p-3 full-room:fixed full-room:inset-x-0 full-room:bottom-(--docked-strip) full-room:z-50 full-room:m-0 full-room:border-0 full-room:bg-night/95 full-room:transition-opacity full-room:in-data-quiet:not-focus-within:pointer-events-none full-room:in-data-quiet:not-focus-within:opacity-0"
    >
      {!listening && (
        <>
          <DeviceToggle kind="audio" control={mediaControl} media={media} />
          <DeviceToggle kind="video" control={mediaControl} media={media} />
        </>
      )}
      {isHost(room) && (
        <Round
          label={room.status.board ? t`Close the whiteboard` : t`Open the whiteboard`}
          active={room.status.board !== null}
          disabled={lost}
          onPress={() => void control.setBoard({ shown: room.status.board === null })}
        >
          <Presentation aria-hidden="true" />
        </Round>
      )}
      {(isOwner || isHost(room)) && canShare() && (
        <Round
          label={media.screen ? t`Stop sharing the screen` : t`Share screen`}
          active={media.screen !== null}
          onPress={() => void share()}
        >
          {media.screen ? <MonitorX aria-hidden="true" /> : <MonitorUp aria-hidden="true" />}
        </Round>
      )}
      <Round
        label={raised ? t`Lower hand` : t`Raise hand`}
        active={raised}
        disabled={lost}
        onPress={() => control.raiseHand(!raised)}
      >
        <Hand aria-hidden="true" />
      </Round>
      <ReactionsButton roomId={control.roomId} />
      <span className="hidden sideways:block">
        <Round label={full ? t`Show the chat` : t`Full screen`} onPress={() => onFull(!full)}>
          {full ? <MessageSquare aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </Round>
      </span>
      <PeopleButton control={control} room={room} isOwner={isOwner} />
      <Popover
        label={t`Devices`}
        trigger={<Settings2 aria-hidden="true" />}
        bottomOnPhone
        triggerClass={cx(roundButton, 'bg-night-raised text-on-night')}
      >
        {() => (
          <div className="grid max-h-[calc(100dvh-8.5rem)] gap-4 overflow-y-auto p-4 sideways:max-h-[calc(100dvh-5.5rem)]">
            <p className="font-semibold">
              <Trans>Camera and microphone</Trans>
            </p>
            {listening ? (
              <p className="text-sm text-muted">
                <Trans>You are listening: your camera and microphone are off. Raise your hand to speak.</Trans>
              </p>
            ) : (
              <>
                <MediaHelp control={mediaControl} media={media} />
                <DeviceFields control={mediaControl} media={media} />
              </>
            )}
            {inClass && <ViewingFields viewing={control.viewing} />}
          </div>
        )}
      </Popover>
      <span className="flex gap-2 sm:gap-3 lg:ms-auto">
        <Button
          variant="night"
          icon={<LogOut aria-hidden="true" className="size-5" />}
          aria-label={t({ message: 'Leave', context: 'live room' })}
          onClick={onLeave}
          className="max-sm:size-11 max-sm:rounded-full max-sm:px-0"
        >
          <span className="max-sm:hidden">
            <Trans context="live room">Leave</Trans>
          </span>
        </Button>
        {isOwner && <EndSession lectureId={lectureId} roomId={control.roomId} />}
      </span>
    </div>
  )
}
