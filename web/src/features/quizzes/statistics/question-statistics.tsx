import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { fewestAttempts, isolate, type QuestionStatistics } from '@virtual-courses/contract'
import { formatCount } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Progress } from '#ui/progress.tsx'
import { kindNames } from '../transfer/kind-names.ts'

const percent = (share: number): string => String(Math.round(share * 100))

/** From which discrimination on a question tells good attempts from others; below 0 good ones have it wrong more often. */
const goodDiscrimination = 0.2

function Discrimination({ value }: { value: number | null }) {
  const { t } = useLingui()
  if (value === null) return <span className="text-muted">{t`cannot be said`}</span>
  const tone = value < 0 ? 'danger' : value < goodDiscrimination ? 'accent' : 'success'
  const words = value < 0 ? t`reversed` : value < goodDiscrimination ? t`weak` : t`good`
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="tabular font-semibold">{value.toFixed(2)}</span>
      <Badge tone={tone}>{words}</Badge>
    </span>
  )
}

/** What attempts say about a question. */
export function QuestionStatisticsCard({ question }: { question: QuestionStatistics }) {
  const { t, i18n } = useLingui()
  const { statistics, attempts } = question
  const missing = fewestAttempts - attempts
  const more = formatCount(missing)
  return (
    <li className="grid gap-3 px-5 py-4">
      <div className="min-w-0">
        <p {...writtenIn()} className="line-clamp-3 font-semibold whitespace-pre-line wrap-anywhere">
          {question.prompt}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone="primary">{i18n._(kindNames[question.kind])}</Badge>
          <span>{t`${plural(attempts, { one: `${formatCount(attempts)} attempt`, other: `${formatCount(attempts)} attempts` })}`}</span>
        </p>
      </div>
      {statistics === null ? (
        <p className="text-muted">
          {t`${plural(missing, { one: `Statistics appear after ${more} more attempt.`, other: `Statistics appear after ${more} more attempts.` })}`}
        </p>
      ) : (
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <div>
            <dt className="text-sm text-muted">
              <Trans>Right</Trans>
            </dt>
            <dd className="mt-1">
              <span className="tabular font-semibold">{t`${percent(statistics.shareRight)} %`}</span>
              <Progress
                bare
                label={t`Right answers to ${{ prompt: isolate(question.prompt.slice(0, 80)) }}`}
                value={statistics.shareRight * 100}
                valueText={t`${percent(statistics.shareRight)} %`}
                className="mt-1.5"
              />
              {statistics.shareOpen > 0 && (
                <span className="mt-1 block text-sm text-muted">{t`${percent(statistics.shareOpen)} % left it open`}</span>
              )}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">
              <Trans>Discrimination</Trans>
            </dt>
            <dd className="mt-1">
              <Discrimination value={statistics.discrimination} />
            </dd>
          </div>
          <div className="min-w-0">
            <dt className="text-sm text-muted">
              <Trans>Most frequent wrong answer</Trans>
            </dt>
            <dd className="mt-1 wrap-anywhere">
              {statistics.wrongAnswer ? (
                <>
                  <span {...writtenIn()}>{statistics.wrongAnswer.text}</span>
                  <span className="block text-sm text-muted">
                    {t`${plural(statistics.wrongAnswer.attempts, { one: `${formatCount(statistics.wrongAnswer.attempts)} attempt`, other: `${formatCount(statistics.wrongAnswer.attempts)} attempts` })}`}
                  </span>
                </>
              ) : (
                <span className="text-muted">{t`none`}</span>
              )}
            </dd>
          </div>
        </dl>
      )}
    </li>
  )
}
