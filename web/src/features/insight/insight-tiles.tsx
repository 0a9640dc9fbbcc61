import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CourseInsight } from '@virtual-courses/contract'
import { CalendarCheck, CheckCheck, Clock, Eye } from 'lucide-react'
import { formatCount, useFormats } from '#lib/text/format.ts'
import { StatTile } from '#ui/layout/stat-tile.tsx'
import { percent } from './curve-layout.ts'

const day = 86_400

/** What the students of a course did, in four numbers. */
export function InsightTiles({ insight }: { insight: CourseInsight }) {
  const { t } = useLingui()
  const { formatLength } = useFormats()
  const { students, viewers, completion, completed, medianSeconds, medianCompletionSeconds } = insight
  const few = t`shown from 5 students on`
  const days = medianCompletionSeconds === null ? null : Math.max(1, Math.round(medianCompletionSeconds / day))
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatTile
        icon={<Eye />}
        label={t`Viewers`}
        value={formatCount(viewers)}
        text={t`watched something; ${plural(students, { one: '# student', other: '# students' })} now`}
      />
      <StatTile
        icon={<CheckCheck />}
        label={t`Completion`}
        value={completion === null ? '–' : percent(completion)}
        text={t`of the lectures that students bought; ${{ completed: formatCount(completed) }} completed every lecture`}
      />
      <StatTile
        icon={<Clock />}
        label={t`Time watched`}
        value={medianSeconds === null ? '–' : formatLength(medianSeconds)}
        text={medianSeconds === null ? few : t`half of the viewers watched more`}
      />
      <StatTile
        icon={<CalendarCheck />}
        label={t`Time to complete`}
        value={days === null ? '–' : t`${plural(days, { one: '# day', other: '# days' })}`}
        text={medianCompletionSeconds === null ? few : t`from enrolling; half take longer`}
      />
    </dl>
  )
}
