import { useState } from 'react'
import { AskForm } from './ask-form.tsx'
import type { QuestionPlace } from './post.ts'
import { QuestionList } from './question-list.tsx'
import { QuestionThread } from './question-thread.tsx'

export type PanelProps = {
  courseId: string
  /** the lecture that is open */
  lecture: { _id: string; videoId: string | undefined } | null
  /** of the course */
  language: string | undefined
  /** the question that the address names */
  questionId: string | null
  /** false for admins, who only read */
  mayAsk: boolean
  /** The present second of the video; null without one. */
  secondNow: () => number | null
  onJump: (place: QuestionPlace) => void
}

type View = { at: 'list' } | { at: 'ask'; second: number | null } | { at: 'question'; id: string }

/** The list of questions, one of them with its answers, or the form for another one. */
export function QuestionsPanel({ courseId, lecture, language, questionId, mayAsk, secondNow, onJump }: PanelProps) {
  const [view, setView] = useState<View>(questionId === null ? { at: 'list' } : { at: 'question', id: questionId })
  const [named, setNamed] = useState(questionId)
  if (named !== questionId) {
    setNamed(questionId)
    if (questionId !== null) setView({ at: 'question', id: questionId })
  }
  const back = () => setView({ at: 'list' })
  const open = (id: string) => setView({ at: 'question', id })
  if (view.at === 'ask' && lecture)
    return (
      <AskForm
        key={lecture._id}
        courseId={courseId}
        lectureId={lecture._id}
        second={view.second}
        onOpen={open}
        onBack={back}
      />
    )
  if (view.at === 'question')
    return (
      <QuestionThread key={view.id} id={view.id} language={language} mayWrite={mayAsk} onJump={onJump} onBack={back} />
    )
  return (
    <QuestionList
      courseId={courseId}
      lectureId={lecture?._id ?? null}
      language={language}
      onOpen={open}
      onAsk={mayAsk && lecture ? () => setView({ at: 'ask', second: secondNow() }) : null}
    />
  )
}
