import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TransferPreview } from '@virtual-courses/contract'
import { RemarkList } from '#lib/imports/remark-list.tsx'
import { formatCount } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { kindNames } from './kind-names.ts'

/** What a file would bring, what of it cannot be read, and what is read in another way. */
export function ImportPreview({ preview }: { preview: TransferPreview }) {
  const { t, i18n } = useLingui()
  const { total, questions, unreadTotal, unread, changedTotal, changed, room } = preview
  const number = formatCount(total)
  const [missed, others, free] = [formatCount(unreadTotal), formatCount(changedTotal), formatCount(room)]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {total > room && (
        <Notice tone="danger">{t`This course has room for ${free} more questions. Delete some, or take a smaller file.`}</Notice>
      )}
      {unreadTotal > 0 && (
        <section aria-labelledby="unread">
          <h3 id="unread" className="text-lg">
            {t`${plural(unreadTotal, { one: `${missed} part cannot be read`, other: `${missed} parts cannot be read` })}`}
          </h3>
          <p className="mt-1 text-muted">
            <Trans>
              They are not imported. Change them in the file and choose it again, or write them here yourself.
            </Trans>
          </p>
          <RemarkList remarks={unread} total={unreadTotal} />
        </section>
      )}
      {changedTotal > 0 && (
        <section aria-labelledby="changed">
          <h3 id="changed" className="text-lg">
            {t`${plural(changedTotal, { one: `${others} thing is read in another way`, other: `${others} things are read in another way` })}`}
          </h3>
          <RemarkList remarks={changed} total={changedTotal} />
        </section>
      )}
      {total > 0 && (
        <section aria-labelledby="read">
          <h3 id="read" className="text-lg">
            {t`${plural(total, { one: `${number} question can be imported`, other: `${number} questions can be imported` })}`}
          </h3>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {questions.map(({ line, question, tags }) => (
              <li key={line} className="grid gap-1 py-2.5 sm:grid-cols-[6rem_minmax(0,1fr)]">
                <span className="tabular text-sm font-semibold text-muted">{t`Line ${formatCount(line)}`}</span>
                <span className="min-w-0">
                  <span {...writtenIn()} className="line-clamp-3 whitespace-pre-line wrap-anywhere">
                    {question.prompt}
                  </span>
                  <span className="mt-1.5 flex flex-wrap gap-1.5">
                    <Badge tone="primary">{i18n._(kindNames[question.kind])}</Badge>
                    {tags.map((tag) => (
                      <Badge key={tag}>
                        <span {...writtenIn()}>{tag}</span>
                      </Badge>
                    ))}
                  </span>
                </span>
              </li>
            ))}
            {total > questions.length && (
              <li className="py-2.5 text-muted">
                {t`${plural(total - questions.length, { one: `and ${formatCount(total - questions.length)} more`, other: `and ${formatCount(total - questions.length)} more` })}`}
              </li>
            )}
          </ul>
        </section>
      )}
    </div>
  )
}
