import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { LiveSession } from '@virtual-courses/contract'
import { DoorOpen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import type { RoomEnd as End } from './room-state.ts'

/** `text` is what the server said, or a text of ours */
type EndText = { title: MessageDescriptor; text: MessageDescriptor | string; again?: MessageDescriptor }

const refusedTitles: Record<string, MessageDescriptor> = {
  room_full: msg`This room is full`,
  live_locked: msg`This room is locked`,
}
/** What may be otherwise in a moment. */
const mayChange = new Set(['room_full', 'live_locked', 'media_away'])

function endText(end: End, isOwner: boolean): EndText {
  switch (end.why) {
    case 'ended':
      return {
        title: msg`The session has ended`,
        text: isOwner ? msg`All participants have left the room.` : msg`Thank you for being here.`,
      }
    case 'educator-gone':
      return { title: msg`The session has ended`, text: msg`The educator was away for more than a minute.` }
    case 'course-gone':
      return { title: msg`The session has ended`, text: msg`Its lecture does not exist any more.` }
    case 'removed':
      return { title: msg`You were removed from this session`, text: msg`A host removed you from the room.` }
    case 'declined':
      return {
        title: msg`You were not admitted`,
        text: msg`The hosts did not let you into this session.`,
      }
    case 'elsewhere':
      return {
        title: msg`You joined from another window`,
        text: msg`You can be in a room in one window only. This one has left it.`,
        again: msg`Join here instead`,
      }
    case 'refunded':
      return { title: msg`You left the session`, text: msg`Your purchase of the course was refunded.` }
    case 'left':
      return {
        title: msg`You left the session`,
        text: msg`Your camera and microphone are off.`,
        again: msg`Join again`,
      }
    case 'refused':
      return {
        title: refusedTitles[end.code] ?? msg`You cannot join this session`,
        text: end.message,
        ...(mayChange.has(end.code) && { again: msg`Try again` }),
      }
  }
}

type Props = { session: LiveSession; end: End; onAgain: () => void }

/** After the room: why the user is no longer in it, and where to go. */
export function RoomEnd({ session, end, onAgain }: Props) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const { title, text, again } = endText(end, session.isOwner)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="status" className="grid min-h-[60dvh] place-items-center outline-none">
      <EmptyState
        as="h1"
        icon={<DoorOpen />}
        title={t(title)}
        text={typeof text === 'string' ? text : t(text)}
        action={
          <>
            {again && <Button onClick={onAgain}>{t(again)}</Button>}
            <ButtonLink to={paths.learn(session.courseId, session.lectureId)} variant={again ? 'secondary' : 'primary'}>
              <Trans>Back to the lecture</Trans>
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}
