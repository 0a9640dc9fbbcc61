import type { CourseInsight } from '@virtual-courses/contract'
import { CalendarCheck, CheckCheck, Clock, Eye } from 'lucide-react'
import { formatCount, useFormats } from '#lib/text/format.ts'
import { StatTile } from '#ui/layout/stat-tile.tsx'
import { percent } from './curve-layout.ts'

const day = 86_400

function inDays(seconds: number): string {
  const days = Math.max(1, Math.round(seconds / day))
  return `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`
}

const few = 'shown from 5 students on'

/** What the students of a course did, in four numbers. */
export function InsightTiles({ insight }: { insight: CourseInsight }) {
  const { formatLength } = useFormats()
  const { students, viewers, completed, medianSeconds, medianCompletionSeconds } = insight
  // former students completed it too
  const share = students === 0 ? null : Math.min(1, completed / Math.max(students, viewers))
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatTile
        icon={<Eye />}
        label="Viewers"
        value={formatCount(viewers)}
        text={`watched something; ${formatCount(students)} ${students === 1 ? 'student' : 'students'} now`}
      />
      <StatTile
        icon={<CheckCheck />}
        label="Completion"
        value={share === null ? '–' : percent(share)}
        text={`${formatCount(completed)} completed every lecture`}
      />
      <StatTile
        icon={<Clock />}
        label="Time watched"
        value={medianSeconds === null ? '–' : formatLength(medianSeconds)}
        text={medianSeconds === null ? few : 'half of the viewers watched more'}
      />
      <StatTile
        icon={<CalendarCheck />}
        label="Time to complete"
        value={medianCompletionSeconds === null ? '–' : inDays(medianCompletionSeconds)}
        text={medianCompletionSeconds === null ? few : 'from enrolling; half take longer'}
      />
    </dl>
  )
}
