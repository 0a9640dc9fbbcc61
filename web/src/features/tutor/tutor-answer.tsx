import { Trans, useLingui } from '@lingui/react/macro'
import { type Citation, isolate, type OfferedQuestion } from '@virtual-courses/contract'
import { MessageCircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatClock } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { type AnswerLine, type Piece, readAnswer } from './read-answer.ts'
import type { Exchange } from './tutor-talk.ts'

export type JumpTo = (place: { lectureId: string; second: number | null }) => void

type Props = {
  exchange: Exchange
  isWriting: boolean
  onJump: JumpTo
  /** Opens the form of a question to the educator. */
  onQuestion: (question: OfferedQuestion) => void
}

const chip =
  'inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm bg-tint px-1.5 text-xs font-semibold tabular text-link hover:bg-primary-soft'

/** What is asked, and the answer with its places. */
export function TutorAnswer({ exchange, isWriting, onJump, onQuestion }: Props) {
  const { t } = useLingui()
  const { message, answer, citations, question, error } = exchange
  const lines = readAnswer(answer)
  /** the name of a citation for those who cannot see where it stands */
  const nameOf = ({ start, lectureTitle, lectureNumber }: Citation): string =>
    start === null
      ? t`Go to lecture ${{ number: lectureNumber }}: ${{ title: isolate(lectureTitle) }}`
      : t`Go to ${{ time: formatClock(start) }} in lecture ${{ number: lectureNumber }}: ${{ title: isolate(lectureTitle) }}`
  const jump = ({ lectureId, start }: Citation) => onJump({ lectureId, second: start })

  function show(piece: Piece, index: number) {
    if (piece.kind === 'text') return <span key={`${index} text`}>{piece.text}</span>
    if (piece.kind === 'strong') return <strong key={`${index} strong`}>{piece.text}</strong>
    if (piece.kind === 'course')
      return (
        <Link
          key={`${index} course`}
          to={paths.course(piece.courseId)}
          className="text-link underline underline-offset-4"
        >
          <bdi>{piece.title}</bdi>
        </Link>
      )
    const citation = citations.find(({ n }) => n === piece.n)
    if (!citation) return <span key={`${index} unknown`}>{`[${piece.n}]`}</span>
    return (
      <button
        key={`${index} citation`}
        type="button"
        data-citation={piece.n}
        aria-label={nameOf(citation)}
        onClick={() => jump(citation)}
        className={chip}
      >
        {`[${piece.n}]`}
      </button>
    )
  }
  const keyOf = (line: AnswerLine, index: number): string => `${index} ${line.kind}`

  return (
    <li className="grid gap-2">
      <p className="justify-self-end rounded-lg rounded-ee-sm bg-primary px-3 py-2 text-on-primary wrap-anywhere">
        <span className="sr-only">
          <Trans>You asked:</Trans>{' '}
        </span>
        <bdi>{message}</bdi>
      </p>
      <div className="grid gap-2 rounded-lg rounded-es-sm bg-neutral-soft px-3 py-2.5 wrap-anywhere">
        {lines.map((line, index) =>
          line.kind === 'text' ? (
            <p key={keyOf(line, index)} dir="auto">
              {line.pieces.map(show)}
            </p>
          ) : (
            <p key={keyOf(line, index)} dir="auto" className="flex gap-2">
              <span aria-hidden={line.marker === '' || undefined} className="shrink-0">
                {line.marker || '•'}
              </span>
              <span className="min-w-0">{line.pieces.map(show)}</span>
            </p>
          ),
        )}
        {isWriting && (
          <p className="text-sm text-muted">
            <Trans>Looking through the lectures…</Trans>
          </p>
        )}
        <ErrorNotice said={error} />
        {citations.length > 0 && (
          <ul aria-label={t`Places in the lectures`} className="mt-1 grid gap-1 border-t border-line pt-2 text-sm">
            {citations.map((citation) => (
              <li key={citation.n}>
                <button
                  type="button"
                  onClick={() => jump(citation)}
                  className="flex min-h-7 w-full items-center gap-2 rounded-sm px-1 text-start hover:bg-tint"
                >
                  <span className="tabular font-semibold text-link">{`[${citation.n}]`}</span>
                  <span {...writtenIn()} className="min-w-0 flex-1 truncate">
                    {citation.lectureTitle}
                  </span>
                  {citation.start !== null && <span className="tabular text-muted">{formatClock(citation.start)}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
        {question && (
          <Button
            variant="secondary"
            size="sm"
            icon={<MessageCircleQuestionMark aria-hidden="true" className="size-4" />}
            onClick={() => onQuestion(question)}
            className="justify-self-start"
          >
            <Trans>Ask the educator</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}
