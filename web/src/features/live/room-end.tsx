import type { LiveSession } from '@virtual-courses/contract'
import { DoorOpen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import type { RoomEnd as End } from './room-state.ts'

type EndText = { title: string; text: string; again?: string }

function endText(end: End, isOwner: boolean): EndText {
  switch (end.why) {
    case 'ended':
      return {
        title: 'The session has ended',
        text: isOwner ? 'All participants have left the room.' : 'Thank you for being here.',
      }
    case 'educator-gone':
      return { title: 'The session has ended', text: 'The educator was away for more than a minute.' }
    case 'course-gone':
      return { title: 'The session has ended', text: 'Its lecture does not exist any more.' }
    case 'removed':
      return { title: 'You were removed from this session', text: 'The educator removed you from the room.' }
    case 'elsewhere':
      return {
        title: 'You joined from another window',
        text: 'You can be in a room in one window only. This one has left it.',
        again: 'Join here instead',
      }
    case 'refunded':
      return { title: 'You left the session', text: 'Your purchase of the course was refunded.' }
    case 'left':
      return { title: 'You left the session', text: 'Your camera and microphone are off.', again: 'Join again' }
    case 'refused':
      return end.code === 'room_full'
        ? { title: 'This room is full', text: end.message, again: 'Try again' }
        : { title: 'You cannot join this session', text: end.message }
  }
}

type Props = { session: LiveSession; end: End; onAgain: () => void }

/** After the room: why the user is no longer in it, and where to go. */
export function RoomEnd({ session, end, onAgain }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { title, text, again } = endText(end, session.isOwner)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="status" className="grid min-h-[60dvh] place-items-center outline-none">
      <EmptyState
        as="h1"
        icon={<DoorOpen />}
        title={title}
        text={text}
        action={
          <>
            {again && <Button onClick={onAgain}>{again}</Button>}
            <ButtonLink to={paths.learn(session.courseId, session.lectureId)} variant={again ? 'secondary' : 'primary'}>
              Back to the lecture
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}
