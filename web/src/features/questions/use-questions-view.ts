import type { QuestionFilter } from '@virtual-courses/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'

export type AskedLecture = { _id: string; title: string }

type View =
  | { at: 'list' }
  /** `lecture` and `second` are those at which the form was opened, `title` what it begins with; `requestKey` is one of a form */
  | { at: 'ask'; lecture: AskedLecture; second: number | null; title?: string; requestKey: string }
  | { at: 'question'; id: string }

/** Which questions the list shows. */
export type Choice = { all: boolean; show: QuestionFilter; text: string }

type State = { courseId: string; arrival: string; open: boolean; view: View; chosen: Choice }

const begin = (courseId: string): State => ({
  courseId,
  arrival: '',
  open: false,
  view: { at: 'list' },
  chosen: { all: false, show: 'all', text: '' },
})

/**
 * What the card of questions shows. The page keeps it, since the card stands elsewhere on a narrow screen and begins again there. Each time
 * an address that names a question is opened, the card opens it.
 */
export function useQuestionsView(courseId: string, questionId: string | null) {
  const { key: arrival } = useLocation()
  const [state, setState] = useState(() => arrive(begin(courseId), arrival, questionId))
  let shown = state
  if (shown.courseId !== courseId) shown = begin(courseId)
  if (shown.arrival !== arrival) shown = arrive(shown, arrival, questionId)
  if (shown !== state) setState(shown)
  const change = (changes: Partial<Pick<State, 'open' | 'view' | 'chosen'>>) =>
    setState((before) => ({ ...before, ...changes }))
  return { ...shown, change }
}

const arrive = (state: State, arrival: string, questionId: string | null): State =>
  questionId === null
    ? { ...state, arrival }
    : { ...state, arrival, open: true, view: { at: 'question', id: questionId } }

export type QuestionsView = ReturnType<typeof useQuestionsView>
