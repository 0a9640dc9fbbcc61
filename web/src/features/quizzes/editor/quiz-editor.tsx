import { useLingui } from '@lingui/react/macro'
import {
  type BankQuestion,
  type BankTag,
  type BodyInput,
  api as calls,
  type EditedQuiz,
  maxPromptShown,
  type QuizPart,
  type QuizQuestion,
} from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { QuizParts, usePartName } from './quiz-parts.tsx'
import { QuizSettingsForm, useQuizSettings } from './quiz-settings-form.tsx'

type Props = { first: EditedQuiz; firstTags: readonly BankTag[] }

/** Settings and questions of a quiz. They are saved apart, and are of one version. */
export function QuizEditor({ first, firstTags }: Props) {
  const { t } = useLingui()
  const [quiz, setQuiz] = useState(first)
  const [tags, setTags] = useState(firstTags)
  /** what the server has, as far as this page knows */
  const latest = useRef(first)
  /** questions that were seen here, to name them */
  const seen = useRef(new Map<string, QuizQuestion>(first.questions.map((question) => [question._id, question])))
  const nameOf = usePartName()
  const { lectureId, courseId } = first

  function take(stored: EditedQuiz): EditedQuiz {
    for (const question of stored.questions) seen.current.set(question._id, question)
    latest.current = stored
    setQuiz(stored)
    return stored
  }
  const put = async (body: BodyInput<typeof calls.quizzes.save>) =>
    take(await browserApi(calls.quizzes.save, { params: { lectureId }, body }))
  const settings = useQuizSettings(first, take)
  const whole = useWholeEdit()

  function found({ _id, question: { kind, prompt } }: BankQuestion): void {
    const brief = { _id, kind, prompt: prompt.slice(0, maxPromptShown) }
    take({ ...latest.current, questions: [...latest.current.questions.filter((one) => one._id !== _id), brief] })
    browserApi(calls.quizBank.list, { params: { courseId }, query: { limit: 1 } }).then(
      (reply) => setTags(reply.tags),
      () => {},
    )
  }

  const namesOf = (parts: readonly QuizPart[]): string =>
    parts
      .map((part) => nameOf(part, part.kind === 'question' ? seen.current.get(part.questionId) : undefined))
      .join('\n')

  async function saveParts(parts: QuizPart[]): Promise<boolean> {
    try {
      const outcome = await whole.save({
        label: t`Questions`,
        version: latest.current.version,
        send: async (version) => {
          const { title, settings: others } = latest.current
          const saved = await put({ title, settings: { ...others, parts }, version })
          settings.edit.moveOn(version, saved.version)
        },
        compare: async () => {
          const now = take(await browserApi(calls.quizzes.edit, { params: { lectureId } }))
          return { version: now.version, mine: namesOf(parts), theirs: namesOf(now.settings.parts) }
        },
      })
      return outcome === 'saved'
    } catch (error) {
      toast.error(failureOf(error, t`The questions could not be saved. Please try again.`))
      return false
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
      <QuizSettingsForm
        {...settings}
        send={({ title, settings: changed }, version) =>
          put({
            title,
            settings: { ...changed, parts: latest.current.settings.parts },
            ...(version !== undefined && { version }),
          })
        }
      />
      <QuizParts
        courseId={courseId}
        parts={quiz.settings.parts}
        questions={quiz.questions}
        tags={tags}
        onSave={saveParts}
        onQuestion={found}
      />
      <ChangedElsewhere {...whole.elsewhere} />
    </div>
  )
}
