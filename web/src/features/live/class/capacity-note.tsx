import { useLingui } from '@lingui/react/macro'
import { api as calls, type LiveSession } from '@virtual-courses/contract'
import { useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { Notice } from '#ui/notice.tsx'

type Capacity = LiveSession['capacity']

/** Free places at which the educator is told that the room is nearly full. */
const fewPlaces = 1

function Advice({ forwards }: Pick<Capacity, 'forwards'>) {
  const { t } = useLingui()
  return (
    <p className="mt-1 text-sm">
      {forwards
        ? t`Ask the operator of this site to raise the limit, or teach in groups.`
        : t`Teach in groups, or ask the operator of this site to connect a media server: then whole classes fit.`}
    </p>
  )
}

/** Before a session: the course has more students than the room has places. Renders nothing where all fit. */
export function CapacityNote({ capacity: { most, students, forwards } }: { capacity: Capacity }) {
  const { t } = useLingui()
  if (students === null || students < most) return null
  return (
    <Notice tone="warning">
      <p>{t`Your course has ${students} students, and ${most} people can be in a live room at once, you among them.`}</p>
      <Advice forwards={forwards} />
    </Notice>
  )
}

/** In the room, for hosts: the next ones will be refused. */
export function NearlyFull({ capacity: { most, forwards }, people }: { capacity: Capacity; people: number }) {
  const { t } = useLingui()
  if (people < most - fewPlaces) return null
  return (
    <Notice tone="warning" className="full-room:py-1.5">
      <p>
        {people >= most
          ? t`The room is full: ${most} people are in it, and others are refused.`
          : t`The room is nearly full: ${people} of ${most} places are taken.`}
      </p>
      <Advice forwards={forwards} />
    </Notice>
  )
}

/** As {@link CapacityNote}, for a page that does not know the session. */
export function PlannedCapacity({ lectureId }: { lectureId: string }) {
  const [capacity, setCapacity] = useState<Capacity | null>(null)
  useEffect(() => {
    let left = false
    // a note that is missing stops no one
    browserApi(calls.live.session, { params: { lectureId } }).then(
      (session) => !left && setCapacity(session.capacity),
      console.warn,
    )
    return () => {
      left = true
    }
  }, [lectureId])
  return capacity && <CapacityNote capacity={capacity} />
}
