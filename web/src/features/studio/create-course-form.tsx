import { type BodyInput, api as calls, categories } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useForm } from '#lib/use-form.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { useLeaveGuard } from '#lib/use-leave-guard.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LeaveDialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SignedOutNotice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.ts'
import { categoryOf } from './course-draft.ts'

/** Form for title and category of a new draft. */
export function CreateCourseForm() {
  const form = useForm({ title: '', category: '' })
  const { values, errors } = form
  const { blocker, pass } = useLeaveGuard(form.dirty)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const navigate = useNavigate()

  async function create(body: BodyInput<typeof calls.courses.create>) {
    setBusy(true)
    try {
      await browserApi(calls.courses.create, { body })
    } catch (error) {
      toast.error(form.fail(error).message)
      return setBusy(false)
    }
    toast.success('Course Created')
    pass()
    await navigate(paths.myCourses)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const title = values.title.trim()
    const category = categoryOf(values.category)
    if (title && category) void create({ title, category })
    else {
      form.showErrors({
        ...(!title && { title: 'Course title is required' }),
        ...(!category && { category: 'Choose a category' }),
      })
    }
  }

  return (
    <Card>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-5">
        <Field label="Course title" required error={errors.title} hint="You can change it at any time.">
          <Input
            name="title"
            value={values.title}
            autoComplete="off"
            onChange={({ target }) => form.set('title', target.value)}
          />
        </Field>
        <Field label="Category" required error={errors.category}>
          <Select
            name="category"
            value={values.category}
            placeholder="Select a category"
            options={categories.map((category) => ({ value: category, label: category }))}
            onChange={({ target }) => form.set('category', target.value)}
          />
        </Field>
        {form.signedOut && <SignedOutNotice login={paths.login} />}
        <Button
          type="submit"
          size="lg"
          busy={busy}
          disabled={!hydrated}
          className="mt-1 justify-self-start max-sm:w-full"
        >
          Create Course
        </Button>
      </form>
      <LeaveDialog blocker={blocker} />
    </Card>
  )
}
