import { Progress } from '#ui/progress.tsx'
import { progressPercent, progressWords } from './progress-words.ts'

type Props = { completed: number; count: number; className?: string }

/** How far somebody is in a course: a bar with its words. */
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
