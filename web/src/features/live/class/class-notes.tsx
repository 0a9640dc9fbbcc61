import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { floorKeptMinutes } from '@virtual-courses/contract'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice, type NoticeProps } from '#ui/notice.tsx'
import { isSent, type LocalMedia, type LocalMediaControl } from '../media/local-media.ts'
import type { Room, RoomView } from '../room.ts'
import { isHost, isListener, personOf } from '../room-state.ts'

type NoteProps = { tone: NonNullable<NoticeProps['tone']>; text: string; children?: ReactNode }

function Note({ tone, text, children }: NoteProps) {
  return (
    <Notice tone={tone} className="full-room:py-1.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p>{text}</p>
        {children && <span className="-my-1 flex flex-wrap gap-2">{children}</span>}
      </div>
    </Notice>
  )
}

const Act = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <Button size="sm" variant="secondary" onClick={onPress}>
    {children}
  </Button>
)

type Props = { control: Room; room: RoomView; mediaControl: LocalMediaControl; media: LocalMedia }

/** What a listener who was made a speaker may do now: nothing is switched on for them. */
function Invitation({ control, room, mediaControl }: Props) {
  const { t } = useLingui()
  if (!room.invited) return null
  const turnOn = (kind: 'audio' | 'video') => {
    void mediaControl.turn(kind, true)
    if (kind === 'audio') control.answerInvitation()
  }
  return (
    <Note tone="success" text={t`You may speak now. Your microphone and camera are off until you switch them on.`}>
      <Act onPress={() => turnOn('audio')}>
        <Trans>Turn microphone on</Trans>
      </Act>
      <Act onPress={() => turnOn('video')}>
        <Trans>Turn camera on</Trans>
      </Act>
      <Button size="sm" variant="ghost" onClick={() => control.answerInvitation()}>
        <Trans>Not now</Trans>
      </Button>
    </Note>
  )
}

/** Why someone who could speak before only listens since they came back, and the way to speak again. */
function FloorLost({ control, room }: Props) {
  const { t } = useLingui()
  if (!room.floorLost) return null
  const text =
    room.floorLost === 'away'
      ? t`You were away for more than ${{ minutes: String(floorKeptMinutes) }} minutes, so you only listen now. Raise your hand to speak again.`
      : t`As many people speak as can: others were let to speak while you were away. You only listen now; raise your hand to ask for a turn.`
  return (
    <Note tone="warning" text={text}>
      {!personOf(room)?.handRaised && (
        <Act
          onPress={() => {
            control.raiseHand(true)
            control.seeFloorLost()
          }}
        >
          <Trans>Raise hand</Trans>
        </Act>
      )}
      <Button size="sm" variant="ghost" onClick={control.seeFloorLost}>
        <Trans>Not now</Trans>
      </Button>
    </Note>
  )
}

/** How the connections to the media server stand, where they are not up. */
function Line({ control, room }: Props) {
  const { t } = useLingui()
  const { audioOnly, line } = useSyncExternalStore(control.viewing.store.subscribe, control.viewing.store.read)
  const { forwarded } = room
  if (!forwarded || room.connection !== 'joined') return null
  const { lost, receiving, sending } = forwarded
  const again = (
    <Act onPress={control.retry}>
      <Trans>Try again</Trans>
    </Act>
  )
  if (lost)
    return (
      <Note
        tone="info"
        text={t`Sound and pictures are being connected. They come by themselves; you can chat meanwhile.`}
      />
    )
  if (receiving === 'blocked')
    return (
      <Note
        tone="danger"
        text={t`No sound and no pictures get through from your network. Try another network, such as mobile data, or switch off a VPN. The chat works.`}
      >
        {again}
      </Note>
    )
  if (receiving === 'broken')
    return (
      <Note tone="warning" text={t`Sound and pictures are interrupted. Connecting again …`}>
        {again}
      </Note>
    )
  if (sending === 'blocked')
    return (
      <Note
        tone="danger"
        text={t`The others cannot hear or see you: nothing gets out of your network. Try another network, such as mobile data, or write in the chat.`}
      >
        {again}
      </Note>
    )
  if (sending === 'broken')
    return (
      <Note tone="warning" text={t`The others cannot hear or see you at the moment. Connecting again …`}>
        {again}
      </Note>
    )
  if (audioOnly)
    return (
      <Note tone="info" text={t`Audio only is on: pictures are not loaded.`}>
        <Act onPress={() => control.viewing.setAudioOnly(false)}>
          <Trans>Show pictures</Trans>
        </Act>
      </Note>
    )
  if (line === 3)
    return (
      <Note
        tone="warning"
        text={t`Your connection is too slow for pictures: the sound comes first. Pictures come back when it is better.`}
      />
    )
  if (line > 0)
    return (
      <Note tone="info" text={t`Your connection is slow: pictures are smaller, so that the sound stays clear.`}>
        <Act onPress={() => control.viewing.setAudioOnly(true)}>
          <Trans>Audio only</Trans>
        </Act>
      </Note>
    )
  return null
}

/** Camera and microphone that the system keeps from the page. */
function Paused({ mediaControl, media }: Props) {
  const { t } = useLingui()
  const isPaused = (kind: 'audio' | 'video') => media[kind].paused && isSent(media[kind])
  const resume = (kind: 'audio' | 'video') => (
    <Act onPress={() => void mediaControl.resume(kind)}>
      <Trans>Use it again</Trans>
    </Act>
  )
  return (
    <>
      {isPaused('audio') && (
        <Note
          tone="warning"
          text={t`Your microphone is paused by your device, perhaps by a phone call. The others cannot hear you.`}
        >
          {resume('audio')}
        </Note>
      )}
      {isPaused('video') && (
        <Note tone="warning" text={t`Your camera is paused by your device, or another app uses it.`}>
          {resume('video')}
        </Note>
      )}
    </>
  )
}

/** Those who wait, for hosts. The list with names is under "People". */
function Waiting({ control, room }: Props) {
  const { t } = useLingui()
  const count = room.waiting.length
  if (count === 0 || !isHost(room)) return null
  return (
    <Note
      tone="info"
      text={t`${plural(count, { one: '# person waits to be admitted.', other: '# people wait to be admitted.' })}`}
    >
      <Act onPress={() => void control.admitAll()}>
        <Trans>Admit all</Trans>
      </Act>
    </Note>
  )
}

/** What is to be known or done in a room at the moment; each with a way out. */
export function ClassNotes(props: Props) {
  const { t } = useLingui()
  const { room } = props
  return (
    <>
      <Invitation {...props} />
      <FloorLost {...props} />
      <Waiting {...props} />
      <Line {...props} />
      {!isListener(room) && <Paused {...props} />}
      {room.status.locked && isHost(room) && (
        <Note tone="info" text={t`The room is locked: no one else can come in.`} />
      )}
    </>
  )
}
