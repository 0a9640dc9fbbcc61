import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Completion } from '@virtual-courses/contract'
import { CircleCheck } from 'lucide-react'
import { cx } from '#ui/cx.ts'
import { Progress } from '#ui/progress.tsx'

/** Formats progress in a course: "3 of 8 lectures completed". */
export const progressText = (completed: number, count: number) =>
  msg`${completed} of ${plural(count, { one: '# lecture', other: '# lectures' })} completed`

/** Returns 0 to 100; 0 for a course without lectures. */
export const progressPercent = (completed: number, count: number): number =>
  count === 0 ? 0 : Math.min(100, (completed / count) * 100)

type Props = {
  completed: number
  count: number
  /** what is still to do, or that the course is completed */
  completion?: Completion | undefined
  className?: string
}

/** The progress in a course, as a bar with its text. */
export function CourseProgressBar({ completed, count, completion, className }: Props) {
  const { t } = useLingui()
  const done = completion ? completion.completedAt !== null : count > 0 && completed >= count
  return (
    <div className={className}>
      <Progress
        label={t`Progress`}
        announced
        value={progressPercent(completed, count)}
        valueText={t(progressText(completed, count))}
        tone={done ? 'success' : 'primary'}
      />
      {completion && count > 0 && (
        <p className={cx('mt-2 flex items-start gap-1.5 text-sm', done ? 'text-success' : 'text-muted')}>
          {done && <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
          <span>{completion.sentence}</span>
        </p>
      )}
    </div>
  )
}
