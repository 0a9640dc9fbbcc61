import type { Question } from '@virtual-courses/contract'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import { findDrawable } from '../bank/queries.ts'
import { drawQuestions } from '../draw.ts'
import type { KeptAnswer } from '../scoring.ts'
import { findQuiz, partsOf } from '../settings/quiz-queries.ts'
import { rightAnswer } from '../shown-order.ts'
import { findForms, insertAttempt, lockToMark, saveAnswersOf } from './attempt-queries.ts'
import { markLocked } from './hand-in.ts'

/** An answer that someone gives who does not know better; null where they would leave it open. */
function wrongAnswer(question: Question): KeptAnswer | null {
  switch (question.kind) {
    case 'one':
      return { kind: 'one', pick: question.options.find(({ right }) => !right)?.id ?? '' }
    case 'several':
      return { kind: 'several', picks: question.options.filter(({ right }) => !right).map(({ id }) => id) }
    case 'truth':
      return { kind: 'truth', value: !question.right }
    case 'number':
      return { kind: 'number', text: String(Math.floor(question.value * 1.14)) }
    case 'order':
      return { kind: 'order', order: question.items.map(({ id }) => id).toReversed() }
    default:
      return null
  }
}

type Filled = { userId: string; at: Date; wrong: readonly number[] }

const minutesMs = 60_000

/** Writes attempts at a quiz of the demo, the earliest of a student first; `wrong` are numbers of questions from 1. They are marked as any other. */
export async function fillAttempts(tx: Tx, lectureId: string, attempts: readonly Filled[]): Promise<void> {
  const quiz = await findQuiz(tx, lectureId)
  if (!quiz) throw new Error('The demo has attempts at what is no quiz')
  const ids = drawQuestions(partsOf(quiz), await findDrawable(tx, quiz.course_id), { seed: 0, shuffle: false })
  const forms = await findForms(tx, ids)
  const questions = ids.flatMap((id) => {
    const found = forms.get(id)
    return found ? [{ id, ...found }] : []
  })
  const counts = new Map<string, number>()
  for (const [seed, { userId, at, wrong }] of attempts.entries()) {
    const number = (counts.get(userId) ?? 0) + 1
    counts.set(userId, number)
    const id = newId()
    const began = new Date(at.getTime() - (4 + (seed % 7)) * minutesMs)
    const attempt = {
      ...{ id, lecture_id: lectureId, user_id: userId, number, seed, is_preview: false, began_at: began, due_at: null },
      shuffle_options: quiz.shuffle_options,
      pass_percent: quiz.pass_percent,
      negative_percent: quiz.negative_percent,
      max_marks: questions.reduce((sum, { content }) => sum + 100 * content.points, 0),
    }
    await insertAttempt(tx, attempt, questions)
    const answers = questions.map(({ content }, position) => ({
      position,
      answer: wrong.includes(position + 1) ? wrongAnswer(content) : rightAnswer(content),
    }))
    await saveAnswersOf(tx, id, answers, at)
    const locked = await lockToMark(tx, id)
    if (locked) await markLocked(tx, locked, { now: at, handedIn: { at, by: 'student' } })
  }
}
