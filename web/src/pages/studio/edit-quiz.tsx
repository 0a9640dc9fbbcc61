import { Trans, useLingui } from '@lingui/react/macro'
import { type BankQuestion, type BankTag, api as calls, type EditedQuiz, isolate } from '@virtual-courses/contract'
import { useState } from 'react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { QuizParts } from '#features/quizzes/editor/quiz-parts.tsx'
import { QuizSettingsForm } from '#features/quizzes/editor/quiz-settings-form.tsx'
import { browserApi } from '#lib/api.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Route } from './+types/edit-quiz.ts'
import { StudioError } from './studio-error.tsx'

type Data = { quiz: EditedQuiz; questions: BankQuestion[]; tags: BankTag[] }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async ({ api, params }) => {
  const quiz = await api(calls.quizzes.edit, { params: { lectureId: params.lectureId } })
  const { courseId } = quiz
  const ids = quiz.settings.parts.flatMap((part) => (part.kind === 'question' ? [part.questionId] : []))
  const { tags } = await api(calls.quizBank.list, { params: { courseId }, query: { limit: 1 } })
  // a question that is deleted at this moment is left out
  const read = ids.map((questionId) => api(calls.quizBank.read, { params: { questionId } }).catch(() => null))
  const questions = (await Promise.all(read)).flatMap((reply) => reply?.question ?? [])
  return { quiz, questions, tags }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load, { alwaysRead: true })

function Editor({ first }: { first: Data }) {
  const { t } = useLingui()
  const [quiz, setQuiz] = useState(first.quiz)
  const [questions, setQuestions] = useState(first.questions)
  const [tags, setTags] = useState(first.tags)
  const params = { lectureId: quiz.lectureId }

  async function save(title: string, settings: EditedQuiz['settings']): Promise<EditedQuiz> {
    const saved = await browserApi(calls.quizzes.save, { params, body: { title, settings, version: quiz.version } })
    setQuiz(saved)
    return saved
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
      <QuizSettingsForm
        quiz={quiz}
        onSave={async (title, settings) => {
          const saved = await save(title, { ...settings, parts: quiz.settings.parts })
          toast.success(t`Quiz saved`)
          return saved
        }}
      />
      <QuizParts
        courseId={quiz.courseId}
        parts={quiz.settings.parts}
        questions={questions}
        tags={tags}
        onSave={async (parts) => {
          try {
            await save(quiz.title, { ...quiz.settings, parts })
            return true
          } catch (error) {
            toast.error(messageOfError(error, t`The questions could not be saved. Please try again.`))
            return false
          }
        }}
        onQuestion={(question) => {
          setQuestions((before) => [...before.filter(({ _id }) => _id !== question._id), question])
          browserApi(calls.quizBank.list, { params: { courseId: quiz.courseId }, query: { limit: 1 } }).then(
            (reply) => setTags(reply.tags),
            () => {},
          )
        }}
      />
    </div>
  )
}

/** Settings and questions of a quiz. */
export default function EditQuiz({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { quiz } = loaderData
  return (
    <Container>
      <PageMeta title={t`Edit ${{ lectureTitle: isolate(quiz.title) }}`} />
      <PageHeader
        title={t`Edit quiz`}
        text={<span {...writtenIn()}>{quiz.title}</span>}
        back={paths.createLecture(quiz.courseId)}
        actions={
          <ButtonLink to={paths.quiz(quiz.courseId, quiz.lectureId)} variant="secondary">
            <Trans>Try it</Trans>
          </ButtonLink>
        }
      />
      <Editor key={quiz.lectureId} first={loaderData} />
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Edit quiz`} back={paths.createLecture(params.courseId)} />
}
