import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Adds an assignment to the end of a course, and opens its editor. */
export function CreateAssignmentForm({ courseId }: { courseId: string }) {
  const { t } = useLingui()
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const navigate = useNavigate()

  async function create() {
    setBusy(true)
    try {
      const { lecture } = await browserApi(calls.assignments.create, { params: { courseId }, body: { title } })
      await navigate(studioPaths.editAssignment(courseId, lecture._id))
    } catch (problem) {
      toast.error(failureOf(problem, t`Something went wrong`))
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (title.trim() === '') return setError(t`Title of the assignment is required`)
    void create()
  }

  return (
    <Card>
      <form aria-label={t`Create assignment`} onSubmit={submit} noValidate className="grid gap-4">
        <Field label={t`Title of the assignment`} required error={error}>
          <Input
            name="assignmentTitle"
            value={title}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => {
              setTitle(target.value)
              setError(null)
            }}
          />
        </Field>
        <Button type="submit" variant="secondary" busy={busy} disabled={!hydrated}>
          <Trans>Create assignment</Trans>
        </Button>
      </form>
    </Card>
  )
}
