import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'

/** Form that adds a quiz to the end of a course, and leads to its editor. */
export function CreateQuizForm({ courseId }: { courseId: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [title, setTitle] = useState('')
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  async function create() {
    setBusy(true)
    setError(null)
    try {
      const { lecture } = await browserApi(calls.quizzes.create, { params: { courseId }, body: { title } })
      await navigate(studioPaths.editQuiz(courseId, lecture._id))
    } catch (problem) {
      setError(failureOf(problem, t`The quiz could not be created. Please try again.`))
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void create()
  }

  return (
    <Card>
      <form aria-label={t`Create Quiz`} onSubmit={submit} noValidate className="grid gap-4">
        <Field label={t`Title of the quiz`} required error={error}>
          <Input value={title} autoComplete="off" onChange={({ target }) => setTitle(target.value)} />
        </Field>
        <Button type="submit" variant="secondary" busy={busy} disabled={!hydrated}>
          <Trans>Create Quiz</Trans>
        </Button>
      </form>
    </Card>
  )
}
