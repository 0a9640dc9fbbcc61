import { useRef } from 'react'
import { randomId } from '#lib/random-id.ts'
import { AskForm } from './ask-form.tsx'
import type { QuestionPlace } from './post.ts'
import { QuestionList } from './question-list.tsx'
import { QuestionThread } from './question-thread.tsx'
import type { AskedLecture, QuestionsView } from './use-questions-view.ts'

export type PanelProps = {
  view: QuestionsView
  courseId: string
  /** the lecture that is open */
  lecture: AskedLecture | null
  /** of the course */
  language: string | undefined
  /** false for admins, who only read */
  mayAsk: boolean
  /** The present second of the video; null without one. */
  secondNow: () => number | null
  onJump: (place: QuestionPlace) => void
}

/** The list of questions, one of them with its answers, or the form for another one. */
export function QuestionsPanel({ view, courseId, lecture, language, mayAsk, secondNow, onJump }: PanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const { change, view: shown } = view
  const open = (id: string) => change({ view: { at: 'question', id } })
  const back = () => {
    // the button that was pressed is gone
    box.current?.focus()
    change({ view: { at: 'list' } })
  }
  const ask = (about: AskedLecture) =>
    change({ view: { at: 'ask', lecture: about, second: secondNow(), requestKey: randomId() } })
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {shown.at === 'ask' && (
        <AskForm key={shown.requestKey} {...shown} courseId={courseId} onOpen={open} onBack={back} />
      )}
      {shown.at === 'question' && (
        <QuestionThread
          key={shown.id}
          id={shown.id}
          language={language}
          mayWrite={mayAsk}
          onJump={onJump}
          onBack={back}
        />
      )}
      {shown.at === 'list' && (
        <QuestionList
          courseId={courseId}
          lectureId={lecture?._id ?? null}
          language={language}
          chosen={view.chosen}
          onChoose={(chosen) => change({ chosen })}
          onOpen={open}
          onAsk={mayAsk && lecture ? () => ask(lecture) : null}
        />
      )}
    </div>
  )
}
