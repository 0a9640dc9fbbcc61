import { Trans, useLingui } from '@lingui/react/macro'
import type { Attempt, ShownQuestion } from '@virtual-courses/contract'
import { CircleCheck, CircleDashed, CircleMinus, CircleX } from 'lucide-react'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { QuizText } from './quiz-text.tsx'

export type Marking = NonNullable<Attempt['questions'][number]['marking']>

const tones: Record<Marking['state'], readonly [BadgeTone, typeof CircleCheck]> = {
  right: ['success', CircleCheck],
  partly: ['accent', CircleMinus],
  wrong: ['danger', CircleX],
  open: ['neutral', CircleDashed],
}

/** Whether an answer is right, in a word. */
export function StateBadge({ state }: { state: Marking['state'] }) {
  const { t } = useLingui()
  const [tone, Icon] = tones[state]
  const words = { right: t`Right`, partly: t`Partly right`, wrong: t`Wrong`, open: t`Not answered` }
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {words[state]}
    </Badge>
  )
}

/** The right answer in words, for kinds whose controls do not show it. */
function RightAnswer({ question, marking }: { question: ShownQuestion; marking: Marking }) {
  const { t } = useLingui()
  const { right, accepted, tolerance } = marking
  if (!right || right.kind === 'one' || right.kind === 'several' || right.kind === 'truth') return null
  const lines =
    right.kind === 'order' && question.kind === 'order'
      ? right.order.map((place, at) => `${at + 1}. ${question.items[place] ?? ''}`)
      : right.kind === 'match' && question.kind === 'match'
        ? question.lefts.map((left, at) => `${left} – ${question.rights[right.matches[at] ?? -1] ?? ''}`)
        : right.kind === 'gaps'
          ? right.texts.map((text, at) => `${at + 1}. ${(accepted?.[at] ?? [text]).join(' / ')}`)
          : right.kind === 'number'
            ? [tolerance ? `${right.text} (±${tolerance})` : right.text]
            : [(accepted?.[0] ?? []).join(' / ')]
  return (
    <div className="rounded-md border border-success px-4 py-3">
      <p className="text-sm font-semibold text-success">{t`Right answer`}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <QuizText text={line} formulas={question.formulas} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What is shown of a marked question: its right answer, where its controls do not show it, and the explanation. */
export function MarkedAnswer({ question, marking }: { question: ShownQuestion; marking: Marking }) {
  return (
    <>
      <RightAnswer question={question} marking={marking} />
      {marking.explanation !== undefined && (
        <div className="rounded-md bg-sunken px-4 py-3">
          <p className="text-sm font-semibold">
            <Trans>Explanation</Trans>
          </p>
          <QuizText text={marking.explanation} formulas={question.formulas} />
        </div>
      )}
    </>
  )
}
