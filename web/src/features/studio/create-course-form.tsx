import { type BodyInput, api as calls, categories } from '@virtual-courses/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useDraft } from '#lib/use-draft.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { useLeaveGuard } from '#lib/use-leave-guard.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { LeaveDialog } from '#ui/leave-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { SignedOutNotice } from '#ui/signed-out-notice.tsx'
import { toast } from '#ui/toast.ts'
import { categoryOf } from './course-draft.ts'
import { useFaults } from './use-faults.ts'

type Draft = { title: string; category: string }

/** Title and category: the start of a draft. */
export function CreateCourseForm() {
  const form = useRef<HTMLFormElement>(null)
  const { draft, dirty, set } = useDraft<Draft>(form, { title: '', category: '' })
  const { faults, signedOut, show, clear, fail } = useFaults<Draft>(form)
  const { blocker, pass } = useLeaveGuard(dirty)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const navigate = useNavigate()

  async function create(body: BodyInput<typeof calls.courses.create>) {
    setBusy(true)
    try {
      await browserApi(calls.courses.create, { body })
    } catch (error) {
      fail(error)
      return setBusy(false)
    }
    toast.success('Course Created')
    pass()
    await navigate(paths.myCourses)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const title = draft.title.trim()
    const category = categoryOf(draft.category)
    if (title && category) void create({ title, category })
    else {
      show({
        ...(!title && { title: 'Course title is required' }),
        ...(!category && { category: 'Choose a category' }),
      })
    }
  }

  function edit(name: keyof Draft, value: string) {
    set(name, value)
    clear(name)
  }

  return (
    <Card>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
        <Field label="Course title" required error={faults.title} hint="You can change it at any time.">
          <Input
            name="title"
            value={draft.title}
            autoComplete="off"
            onChange={({ target }) => edit('title', target.value)}
          />
        </Field>
        <Field label="Category" required error={faults.category}>
          <Select
            name="category"
            value={draft.category}
            placeholder="Select a category"
            options={categories.map((category) => ({ value: category, label: category }))}
            onChange={({ target }) => edit('category', target.value)}
          />
        </Field>
        {signedOut && <SignedOutNotice login={paths.login} />}
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
