import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerMarking, Rubric } from '@virtual-courses/contract'
import { Check } from 'lucide-react'
import { writtenIn } from '#lib/text/written-in.ts'
import { cx } from '#ui/cx.ts'

type Props = { rubric: Rubric /** what was chosen, where it was marked */; marking?: AnswerMarking | null }

/** Criteria with their levels; of a marked answer with what was chosen and the comments. */
export function RubricView({ rubric, marking = null }: Props) {
  const { t } = useLingui()
  return (
    <ul className="grid gap-4">
      {rubric.map(({ id, title, description, levels }) => {
        const comment = marking?.comments[id] ?? ''
        return (
          <li key={id} className="rounded-md border border-line p-4">
            <p className="font-semibold wrap-anywhere" {...writtenIn()}>
              {title}
            </p>
            {description && (
              <p className="text-sm text-muted wrap-anywhere" {...writtenIn()}>
                {description}
              </p>
            )}
            <ul className="mt-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
              {levels.map((level) => {
                const chosen = marking?.levels[id] === level.id
                return (
                  <li
                    key={level.id}
                    className={cx(
                      'rounded-sm border px-3 py-2 text-sm',
                      chosen ? 'border-primary bg-primary-soft text-on-primary-soft' : 'border-line',
                      marking && !chosen && 'text-muted',
                    )}
                  >
                    <span className="flex items-baseline justify-between gap-3">
                      <span className="font-semibold wrap-anywhere" {...writtenIn()}>
                        {level.title}
                      </span>
                      <span className="tabular shrink-0">
                        {t`${plural({ count: level.points }, { one: '# point', other: '# points' })}`}
                      </span>
                    </span>
                    {level.description && (
                      <span className="block wrap-anywhere" {...writtenIn()}>
                        {level.description}
                      </span>
                    )}
                    {chosen && (
                      <span className="mt-1 flex items-center gap-1 font-medium">
                        <Check aria-hidden="true" className="size-4" />
                        <Trans>Chosen</Trans>
                      </span>
                    )}
                  </li>
                )
              })}
            </ul>
            {comment !== '' && (
              <p className="mt-3 border-s-2 border-accent ps-3 whitespace-pre-line wrap-anywhere" {...writtenIn()}>
                {comment}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
