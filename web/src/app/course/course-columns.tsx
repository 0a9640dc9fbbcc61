import { useLingui } from '@lingui/react/macro'
import type { Slot } from '#ui/slot.ts'

/** Width of the image in the box, as in the `sizes` attribute of an image. */
export const boxSizes = '(min-width: 64rem) 24rem, 92vw'

type Props = {
  /** title and what is told beside it */
  head: Slot
  /** the box to buy the course: beside the rest on wide screens, below the head on narrow ones */
  box: Slot
  children: Slot
}

/** The columns of a course's page, also while it is awaited. */
export function CourseColumns({ head, box, children }: Props) {
  const { t } = useLingui()
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
      <div className="lg:col-start-1 lg:row-start-1">{head}</div>
      <aside aria-label={t`Enrollment`} className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {box}
      </aside>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:col-start-1 lg:row-start-2">{children}</div>
    </div>
  )
}
