import { Trans, useLingui } from '@lingui/react/macro'
import { type Announcement, api as calls } from '@virtual-courses/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { controlText, useForm } from '#lib/forms/use-form.ts'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { SignedOutNotice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { useMissing, type Words, WordsFields } from './words-fields.tsx'

type Props = { announcement: Announcement; onClose: () => void; onSaved: () => void }

const wordsOf = ({ title, text }: Announcement): Words => ({
  title: controlText.line(title),
  text: controlText.lines(text),
})

/** Changes an announcement that was sent, in its place. */
export function EditAnnouncement({ announcement, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const params = { announcementId: announcement._id }
  const form = useForm<Words>(wordsOf(announcement))
  const [busy, setBusy] = useState(false)
  const missing = useMissing()
  const edit = useEdit<Words, Announcement>(form, {
    stored: announcement,
    read: (stored) => ({ values: wordsOf(stored), version: stored.version }),
    fetch: async () => (await browserApi(calls.announcements.read, { params })).announcement,
    labels: { title: t`Title`, text: t`Text` },
  })
  const draft = useDraft(form, { kind: 'announcement', subject: announcement._id, version: edit.version })
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  const end = () => {
    draft.drop()
    onClose()
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const errors = missing(form.values)
    if (errors) return form.showErrors(errors)
    setBusy(true)
    try {
      const saved = await edit.save(async ({ values, version }) => {
        const reply = await browserApi(calls.announcements.edit, { params, body: { ...values, version } })
        return reply.announcement
      })
      if (!saved) return
      toast.success(t`Announcement saved`)
      onSaved()
      end()
    } catch (error) {
      const failed = form.fail(error)
      if (!failed.login && Object.keys(failed.errors).length === 0) toast.error(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} onSubmit={save} noValidate className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-5">
      <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
      <WordsFields form={form} />
      <p className="text-sm text-muted">
        <Trans>Students see that it was edited. They are not notified again.</Trans>
      </p>
      {form.signedOut && <SignedOutNotice login={paths.login} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={busy}>
          <Trans>Save</Trans>
        </Button>
        <Button variant="secondary" size="sm" onClick={end}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}
