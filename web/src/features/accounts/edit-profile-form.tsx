import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, maxBioLength, type Viewer } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { controlText, useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { percentOf, useUpload } from '#lib/forms/use-upload.ts'
import { paths } from '#lib/paths.ts'
import { session, toViewer } from '#lib/session/session.ts'
import { formatCount } from '#lib/text/format.ts'
import type { Failure } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Switch } from '#ui/form/checkbox.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { Progress } from '#ui/progress.tsx'
import { PhotoField } from './photo-field.tsx'

/** Values of the profile form. */
type ProfileDraft = { name: string; description: string; showEmail: boolean }

export const profileDraftOf = (user: Viewer): ProfileDraft => ({
  name: controlText.line(user.name),
  description: controlText.lines(user.description),
  showEmail: user.showEmail ?? false,
})

const readProfile = (user: Viewer) => ({ values: profileDraftOf(user), version: user.version, file: user.photoUrl })

/** Returns the errors that the server would report, before anything is sent. */
export function profileErrors({ name, description }: Pick<ProfileDraft, 'name' | 'description'>): {
  name?: MessageDescriptor
  description?: MessageDescriptor
} {
  const most = formatCount(maxBioLength)
  return {
    ...(!name.trim() && { name: msg`Name is required` }),
    ...(description.length > maxBioLength && { description: msg`Please use at most ${most} characters` }),
  }
}

/** Form for photo, name and bio of the account. Nothing is sent before "Save Changes". */
export function EditProfileForm({ user }: { user: Viewer }) {
  const { t } = useLingui()
  const form = useForm<ProfileDraft, 'photoUrl'>(profileDraftOf(user))
  const { values, errors } = form
  const [photo, setPhoto] = useState<File | null>(null)
  /** An error that belongs to no field. */
  const [problem, setProblem] = useState<Failure | null>(null)
  const upload = useUpload()
  const edit = useEdit(form, {
    stored: user,
    read: readProfile,
    fetch: async () => (await browserApi(calls.accounts.viewer)).user,
    labels: {
      name: t`Full name`,
      description: t`Description`,
      showEmail: t`Email address on your course pages`,
    },
    show: (_, value) => (typeof value === 'string' ? value : value ? t`Shown` : t`Hidden`),
    file: { label: t`Photo`, picked: photo?.name ?? null, discard: () => setPhoto(null) },
  })
  const draft = useDraft(form, { kind: 'profile', subject: 'own', version: edit.version })
  const unsaved = form.dirty || photo !== null
  const { blocker, pass } = useLeaveGuard(unsaved || upload.busy)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { phase } = upload.state

  async function save() {
    setProblem(null)
    try {
      const saved = await edit.save(async ({ changes, version, file }) => {
        const { name, description, showEmail } = changes
        const picked = file ? photo : null
        const outcome = await upload.run(picked?.size ?? 0, (api, signal) =>
          api(calls.accounts.updateProfile, {
            body: { name: name?.trim(), description: description?.trim(), showEmail, version },
            files: { photoUrl: picked ?? undefined },
            signal,
          }),
        )
        if (outcome.end === 'failed') throw outcome.error
        return outcome.end === 'done' ? toViewer(outcome.reply) : null
      })
      if (!saved) return
      session.setUser(saved.stored)
      toast.success(t`Profile Update Successfully`)
      await revalidate()
      setPhoto(null)
      // text typed during the request stays in the form, unsaved
      if (saved.typedSince) return
    } catch (error) {
      toast.error(t`Profile Update Error`)
      const failed = form.fail(error, {
        fallback: t`Your changes were not saved. Please try again.`,
        fileField: 'photoUrl',
      })
      return setProblem(Object.keys(failed.errors).length === 0 ? failed : null)
    }
    pass()
    await navigate(paths.profile)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (upload.busy) return
    const { name, description } = profileErrors(values)
    if (name || description) form.showErrors({ name: name && t(name), description: description && t(description) })
    else void save()
  }

  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-6">
      <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
      <PhotoField
        user={user}
        file={photo}
        error={errors.photoUrl}
        disabled={upload.busy}
        onPick={setPhoto}
        onReject={(reason) => (reason ? form.showErrors({ photoUrl: reason }) : form.clearError('photoUrl'))}
      />
      <Field label={t`Full name`} required error={errors.name}>
        <Input
          name="name"
          value={values.name}
          autoComplete="name"
          maxLength={100}
          onChange={({ target }) => form.set('name', target.value)}
        />
      </Field>
      <Field
        label={t`Email`}
        hint={
          <Trans>
            You can change it on your{' '}
            <Link to={paths.account} className="font-medium text-link underline underline-offset-4">
              account page
            </Link>
            .
          </Trans>
        }
      >
        <Input name="email" type="email" value={user.email} readOnly />
      </Field>
      <Field
        label={t`Description`}
        error={errors.description}
        aside={
          <span className="tabular text-sm text-muted">
            {`${formatCount(values.description.length)} / ${formatCount(maxBioLength)}`}
          </span>
        }
      >
        <Textarea
          name="description"
          rows={6}
          value={values.description}
          placeholder={t`Tell us about yourself`}
          onChange={({ target }) => form.set('description', target.value)}
        />
      </Field>
      {user.role === 'educator' && (
        <Switch
          name="showEmail"
          label={t`Show my email address on my course pages`}
          hint={t`Everyone who is signed in can then see it.`}
          checked={values.showEmail}
          onChange={({ target }) => form.set('showEmail', target.checked)}
        />
      )}
      <ErrorNotice said={problem} />
      {photo && phase !== 'idle' && (
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3 rounded-md bg-tint p-4">
          <Progress
            className="min-w-0 flex-1 basis-48"
            label={phase === 'sending' ? t`Uploading your photo` : t`Checking and storing your photo`}
            value={upload.state.phase === 'sending' ? percentOf(upload.state.pace) : null}
          />
          <Button variant="secondary" size="sm" onClick={upload.stop}>
            <Trans>Cancel upload</Trans>
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="lg" busy={upload.busy} disabled={!hydrated} className="max-sm:w-full">
          <Trans>Save Changes</Trans>
        </Button>
        <p aria-live="polite" className="text-sm font-medium text-muted">
          {upload.busy ? t`Saving…` : unsaved ? t(unsavedTexts[draft.place]) : ''}
        </p>
      </div>
      <LeaveDialog
        blocker={blocker}
        uploading={upload.busy && photo !== null}
        kept={draft.place !== 'nowhere' && photo === null}
      />
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}
