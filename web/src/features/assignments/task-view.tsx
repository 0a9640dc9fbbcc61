import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Assignment } from '@virtual-courses/contract'
import { Award, CalendarClock, Repeat } from 'lucide-react'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { Slot } from '#ui/slot.ts'
import { FileList } from './file-list.tsx'
import { RubricView } from './rubric-view.tsx'

function Detail({ icon, children }: { icon: Slot; children: Slot }) {
  return (
    <li className="flex items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-link">
      {icon}
      <span>{children}</span>
    </li>
  )
}

/** When an answer is due, and what becomes of a late one. */
function Due({ assignment }: { assignment: Assignment }) {
  const { dueAt, lateRule, latePercent } = assignment
  const { t } = useLingui()
  if (dueAt === null) return <span>{t`No due time`}</span>
  const rules = {
    refused: t`Nothing is taken after that.`,
    marked: t`A later answer is marked as late.`,
    reduced: t`A later answer loses ${latePercent} % of its marks for each day.`,
  }
  return (
    <>
      <Trans>
        Due <ReaderTime iso={dueAt} look="dateTime" className="font-semibold" />
      </Trans>
      <span className="block text-sm text-muted">{rules[lateRule]}</span>
    </>
  )
}

/** What an assignment asks for: due time, marks, task, files and rubric. */
export function TaskView({ assignment }: { assignment: Assignment }) {
  const { t } = useLingui()
  const { task, files, rubric, maxMarks, maxAttempts } = assignment
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ul className="grid gap-3 sm:grid-cols-3">
        <Detail icon={<CalendarClock aria-hidden="true" />}>
          <Due assignment={assignment} />
        </Detail>
        <Detail icon={<Award aria-hidden="true" />}>
          <span>{t`${plural({ count: maxMarks }, { one: 'At most # mark', other: 'At most # marks' })}`}</span>
        </Detail>
        <Detail icon={<Repeat aria-hidden="true" />}>
          <span>{t`${plural({ count: maxAttempts }, { one: 'Can be handed in once', other: 'Can be handed in # times' })}`}</span>
        </Detail>
      </ul>
      <Card as="article" aria-labelledby="task">
        <h2 id="task" className="mb-3 text-2xl">{t`Task`}</h2>
        {task === '' ? (
          <p className="text-muted">
            <Trans>The educator has not written the task yet.</Trans>
          </p>
        ) : (
          <Markdown text={task} />
        )}
        {files.length > 0 && (
          <div className="mt-5">
            <FileList label={t`Files of the task`} files={files} />
          </div>
        )}
      </Card>
      {rubric.length > 0 && (
        <details className="rounded-lg border border-line bg-surface">
          <summary className="min-h-12 cursor-pointer px-5 py-3 font-semibold">
            <Trans>How it is marked</Trans>
          </summary>
          <div className="border-t border-line p-5">
            <RubricView rubric={rubric} />
          </div>
        </details>
      )}
    </div>
  )
}
