import { Progress } from '#ui/progress.tsx'

/** "3 of 8 lectures completed": the same words wherever progress is shown. */
export const progressWords = (completed: number, count: number): string =>
  `${completed} of ${count} ${count === 1 ? 'lecture' : 'lectures'} completed`

/** 0 to 100 for a bar; a course without lectures is at its beginning. */
export const progressPercent = (completed: number, count: number): number =>
  count === 0 ? 0 : Math.min(100, (completed / count) * 100)

type Props = { completed: number; count: number; className?: string }

/** The progress in a course, as a bar with its text. */
export function CourseProgressBar({ completed, count, className }: Props) {
  const done = count > 0 && completed >= count
  return (
    <Progress
      label="Progress"
      value={progressPercent(completed, count)}
      valueText={progressWords(completed, count)}
      tone={done ? 'success' : 'primary'}
      {...(className && { className })}
    />
  )
}
