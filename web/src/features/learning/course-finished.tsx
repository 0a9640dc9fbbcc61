import { Trans, useLingui } from '@lingui/react/macro'
import type { Completion } from '@virtual-courses/contract'
import { PartyPopper } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { certificateAddress } from './course-progress.tsx'

type Props = { courseId: string; completion: Completion; enrolled: boolean; onAgain: () => void }

/** Shown at the end of the last lecture. */
export function CourseFinished({ courseId, completion, enrolled, onAgain }: Props) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // moves the focus if it was in the player
    const player = box.current?.closest('section')
    if (player?.contains(document.activeElement)) box.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [])
  const done = completion.completedAt !== null
  const certificate = enrolled ? certificateAddress(completion) : null
  return (
    <div
      ref={box}
      className="absolute inset-0 grid place-items-center overflow-y-auto bg-night/95 p-4 @lg:pb-24 text-center text-on-night"
    >
      <div className="grid justify-items-center gap-3">
        {done && <PartyPopper aria-hidden="true" className="size-8 text-accent max-sm:hidden" />}
        <p role="status" className="text-lg leading-snug font-semibold">
          {done ? t`You have completed this course.` : t`That was the last lecture.`}
        </p>
        {!done && enrolled && <p className="text-sm text-on-night-muted">{completion.sentence}</p>}
        <div className="flex flex-wrap justify-center gap-2">
          {certificate !== null && (
            <ButtonLink to={certificate} variant="accent">
              {completion.certificate === null ? t`Get your certificate` : t`See your certificate`}
            </ButtonLink>
          )}
          <ButtonLink
            to={enrolled && done ? paths.course(courseId) : { search: '' }}
            variant={certificate === null ? 'accent' : 'night'}
          >
            {enrolled && done ? t`Write a Review` : t`Choose another lecture`}
          </ButtonLink>
          <Button variant="night" onClick={onAgain}>
            <Trans>Watch again</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}
