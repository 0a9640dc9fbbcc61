import type { Attempt, AttemptBrief, Marking, Question, QuizShowPart, ShownQuestion } from '@virtual-courses/contract'
import { rightIdOf, textsOf } from '../bank/rules.ts'
import { formulasOf } from '../formulas.ts'
import { hundredths, isAnswered } from '../scoring.ts'
import { rightAnswer, type Showing, showAnswer, shownIds } from '../shown-order.ts'
import type { AnswerRow, AttemptRow } from './attempt-queries.ts'

export const presentBrief = (row: AttemptRow): AttemptBrief => ({
  _id: row.id,
  number: row.number,
  beganAt: row.began_at.toISOString(),
  dueAt: row.due_at?.toISOString() ?? null,
  handedInAt: row.handed_in_at?.toISOString() ?? null,
  handedInBy: row.handed_in_by,
  marks: row.marks === null ? null : row.marks / 100,
  maxMarks: row.max_marks / 100,
  passed: row.passed,
})

/** Returns a question as an attempt shows it. Nothing of the key is named here: each field is written out. */
export function presentQuestion(question: Question, showing: Showing, withExplanation = false): ShownQuestion {
  const { open, secret } = textsOf(question)
  const shown = {
    position: showing.position,
    prompt: question.prompt,
    points: question.points,
    formulas: formulasOf(withExplanation ? [...open, ...secret] : open),
  }
  const ids = shownIds(question, showing)
  const inOrder = (textOf: ReadonlyMap<string, string>) => ids.map((id) => textOf.get(id) ?? '')
  switch (question.kind) {
    case 'one':
    case 'several':
      return {
        kind: question.kind,
        ...shown,
        options: inOrder(new Map(question.options.map(({ id, text }) => [id, text]))),
      }
    case 'order':
      return { kind: 'order', ...shown, items: inOrder(new Map(question.items.map(({ id, text }) => [id, text]))) }
    case 'match': {
      const rights = inOrder(new Map(question.pairs.map((pair) => [rightIdOf(pair), pair.right])))
      return { kind: 'match', ...shown, lefts: question.pairs.map(({ left }) => left), rights }
    }
    case 'gaps':
      return { kind: 'gaps', ...shown, gaps: question.gaps.length }
    case 'number':
      return { kind: 'number', ...shown, hasUnit: question.units.length > 0 }
    default:
      return { kind: question.kind, ...shown }
  }
}

type MarkedRow = Pick<AnswerRow, 'content' | 'answer' | 'marks' | 'set_marks' | 'set_reason'>

function stateOf({ content, answer, set_marks: setMarks, marks }: MarkedRow): Marking['state'] {
  const given = setMarks ?? marks ?? 0
  if (setMarks === null && !isAnswered(answer)) return 'open'
  if (given >= hundredths(content.points)) return 'right'
  return given > 0 ? 'partly' : 'wrong'
}

/** Returns what is known of an answer that was marked; with `answers` the right answer and its explanation, too. */
export function presentMarking(row: MarkedRow, showing: Showing, part: QuizShowPart): Marking {
  const { content } = row
  const marking = { marks: (row.set_marks ?? row.marks ?? 0) / 100, state: stateOf(row), reason: row.set_reason }
  if (part === 'marks') return marking
  const right = showAnswer(content, showing, rightAnswer(content))
  return {
    ...marking,
    ...(right && { right }),
    ...(content.kind === 'text' && { accepted: [content.accepted] }),
    ...(content.kind === 'gaps' && { accepted: content.gaps.map(({ accepted }) => accepted) }),
    ...(content.kind === 'number' && { tolerance: content.tolerance }),
    ...(content.explanation !== '' && { explanation: content.explanation }),
  }
}

type Shown = {
  quiz: { lecture_id: string; course_id: string; title: string }
  /** what is shown of an attempt that is handed in */
  shown: 'nothing' | QuizShowPart
  now: Date
}

export const secondsLeft = (attempt: AttemptRow, now: Date): number | null =>
  attempt.due_at && !attempt.handed_in_at ? Math.max(0, (attempt.due_at.getTime() - now.getTime()) / 1000) : null

/** Returns an attempt with its questions. Keys and explanations are only in one that is handed in, and only as far as `shown` says. */
export function presentAttempt(attempt: AttemptRow, rows: readonly AnswerRow[], { quiz, shown, now }: Shown): Attempt {
  const part = attempt.handed_in_at === null || shown === 'nothing' ? null : shown
  return {
    ...presentBrief(attempt),
    lectureId: quiz.lecture_id,
    courseId: quiz.course_id,
    title: quiz.title,
    passPercent: attempt.pass_percent,
    isPreview: attempt.is_preview,
    secondsLeft: secondsLeft(attempt, now),
    questions: rows.map((row) => {
      const showing = { seed: attempt.seed, position: row.position, shuffleOptions: attempt.shuffle_options }
      return {
        question: presentQuestion(row.content, showing, part === 'answers'),
        answer: showAnswer(row.content, showing, row.answer),
        revision: row.revision,
        ...(part && { marking: presentMarking(row, showing, part) }),
      }
    }),
  }
}
