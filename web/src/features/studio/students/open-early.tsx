import { useLingui } from '@lingui/react/macro'
import { api as calls, isolate } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { Entry, StudentCompletion } from './correct-entry.tsx'

type Props = {
  entry: Entry
  /** of the student */
  name: string
  params: { courseId: string; studentId: string }
  onClose: () => void
  onOpened: (completion: StudentCompletion) => void
}

/** Opens an entry to a student before its time, or all that follow with it. */
export function OpenEarly({ entry, name, params, onClose, onOpened }: Props) {
  const { t } = useLingui()
  const form = useForm<{ following: boolean }>({ following: false })
  const lecture = isolate(entry.title)

  async function open() {
    const body = { lectureId: entry.lectureId, following: form.values.following }
    onOpened(await browserApi(calls.completion.openEarly, { params, body }))
    return { message: t`Open to ${name} now` }
  }

  return (
    <FormDialog
      title={t`Open early`}
      text={t`${lecture} opens to ${name} now, who is notified, and to no one else. It stays open: this cannot be undone.`}
      confirmLabel={t`Open early`}
      form={form}
      onClose={onClose}
      send={open}
    >
      <Checkbox
        name="following"
        checked={form.values.following}
        onChange={({ target }) => form.set('following', target.checked)}
        label={t`Open everything after it, too`}
      />
    </FormDialog>
  )
}
