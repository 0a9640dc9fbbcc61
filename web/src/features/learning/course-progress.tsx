import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { ArrowRight, Check } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'

/** Formats progress in a course: "3 of 8 lectures completed". */
export const progressText = (completed: number, count: number) =>
  msg`${completed} of ${plural(count, { one: '# lecture', other: '# lectures' })} completed`

/** Returns 0 to 100; 0 for a course without lectures. */
export const progressPercent = (completed: number, count: number): number =>
  count === 0 ? 0 : Math.min(100, (completed / count) * 100)

type Props = { completed: number; count: number; className?: string }

/** The progress in a course, as a bar with its text. */
export function CourseProgressBar({ completed, count, className }: Props) {
  const { t } = useLingui()
  const done = count > 0 && completed >= count
  return (
    <Progress
      label={t`Progress`}
      announced
      value={progressPercent(completed, count)}
      valueText={t(progressText(completed, count))}
      tone={done ? 'success' : 'primary'}
      {...(className && { className })}
    />
  )
}

type LectureTickProps = {
  title: string
  completed: boolean
  /** no one ticks it by hand */
  fixed?: boolean
  onChange: (completed: boolean) => void
}

/** Whether a lecture is completed. It is ticked automatically near the end of its video, and by hand at any time. */
export function LectureTick({ title, completed, fixed = false, onChange }: LectureTickProps) {
  const { t } = useLingui()
  return (
    <span className="relative grid size-11 place-items-center">
      <input
        type="checkbox"
        aria-label={t`Completed: ${{ title: isolate(title) }}`}
        checked={completed}
        disabled={fixed}
        onChange={({ target }) => onChange(target.checked)}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full disabled:cursor-default"
      />
      <span className="pointer-events-none relative grid size-5.5 place-items-center rounded-full border-[1.5px] border-line-strong bg-surface text-transparent transition-colors peer-checked:border-success peer-checked:bg-success peer-checked:text-on-success peer-hover:border-ink">
        <Check aria-hidden="true" strokeWidth={3.5} className="size-3.5" />
      </span>
    </span>
  )
}

type ReadingEndProps = {
  completed: boolean
  onComplete: () => void
  /** the next lecture, null in the last one */
  next: { title: string; go: () => void } | null
}

/** The end of a lecture that is read: nothing but the reader says that it is completed. */
export function ReadingEnd({ completed, onComplete, next }: ReadingEndProps) {
  const { t } = useLingui()
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <Button
        variant={completed ? 'secondary' : 'primary'}
        aria-disabled={completed || undefined}
        icon={<Check aria-hidden="true" className="size-5" />}
        onClick={() => !completed && onComplete()}
      >
        {completed ? t`Completed` : t`Mark as complete`}
      </Button>
      {next && (
        <Button variant="ghost" className="min-w-0" onClick={next.go}>
          <span className="truncate">{t`Next: ${{ title: isolate(next.title) }}`}</span>
          <ArrowRight aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
        </Button>
      )}
    </div>
  )
}
