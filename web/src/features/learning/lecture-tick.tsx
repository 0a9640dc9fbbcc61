import { useLingui } from '@lingui/react/macro'
import { type EntryState, isolate } from '@virtual-courses/contract'
import { ArrowRight, Check } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useEarlyPress } from '#ui/early-press.ts'

type LectureTickProps = {
  title: string
  completed: boolean
  /** what the lecture asks for; missing where it is not known */
  entry?: EntryState | undefined
  onChange: (completed: boolean) => void
}

/**
 * Whether a lecture is completed. It is ticked automatically near the end of its video, and by hand unless the course measures what is
 * watched: then a ring shows how much that is.
 */
export function LectureTick({ title, completed, entry, onChange }: LectureTickProps) {
  const { t } = useLingui()
  const early = useEarlyPress(useId(), () => onChange(!completed))
  if (entry && !entry.byHand) return <MeasuredTick title={title} completed={completed} entry={entry} />
  return (
    <span className="relative grid size-11 place-items-center">
      <input
        {...early}
        type="checkbox"
        aria-label={t`Completed: ${{ title: isolate(title) }}`}
        checked={completed}
        onChange={({ target }) => onChange(target.checked)}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
      />
      <span className="pointer-events-none relative grid size-5.5 place-items-center rounded-full border-[1.5px] border-line-strong bg-surface text-transparent transition-colors peer-checked:border-success peer-checked:bg-success peer-checked:text-on-success peer-hover:border-ink">
        <Check aria-hidden="true" strokeWidth={3.5} className="size-3.5" />
      </span>
    </span>
  )
}

/** The tick of what is watched, passed or accepted: no control, as nothing can be pressed there. */
function MeasuredTick({ title, completed, entry }: { title: string; completed: boolean; entry: EntryState }) {
  const { t } = useLingui()
  const percent = entry.watchedPercent ?? 0
  const label = completed
    ? t`Completed: ${{ title: isolate(title) }}`
    : entry.need === 'video'
      ? t`Watched ${percent} %: ${{ title: isolate(title) }}`
      : entry.need === 'quiz'
        ? t`Completed when you pass it: ${{ title: isolate(title) }}`
        : t`Completed when it is accepted: ${{ title: isolate(title) }}`
  return (
    <span role="img" aria-label={label} title={label} className="grid size-11 place-items-center">
      <span
        style={completed ? undefined : { backgroundImage: `conic-gradient(currentcolor ${percent}%, transparent 0)` }}
        className={cx(
          'grid size-5.5 place-items-center rounded-full',
          completed ? 'bg-success text-on-success' : 'border-[1.5px] border-dashed border-line-strong text-primary',
        )}
      >
        {completed && <Check aria-hidden="true" strokeWidth={3.5} className="size-3.5" />}
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
