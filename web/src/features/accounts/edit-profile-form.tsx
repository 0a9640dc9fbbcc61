import { maxBioLength, type User } from '@virtual-courses/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { percentOf } from '#lib/upload-pace.ts'
import { useDraft } from '#lib/use-draft.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { useLeaveGuard } from '#lib/use-leave-guard.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { LeaveDialog } from '#ui/leave-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { SignedOutNotice } from '#ui/signed-out-notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { PhotoField } from './photo-field.tsx'
import { profileDraftOf, profileFaults } from './profile-draft.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** Photo, name and bio. Nothing leaves before Save Changes. */
export function EditProfileForm({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null)
  const { draft, dirty, set, markSaved } = useDraft(form, profileDraftOf(user))
  const [photo, setPhoto] = useState<File | null>(null)
  const { upload, problem, refuse, clear, save } = useSaveProfile()
  const { faults, sentence, signedOut } = problem
  const unsaved = dirty || photo !== null
  const { blocker, pass } = useLeaveGuard(unsaved || upload.busy)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { phase } = upload.state

  useEffect(() => {
    const wrong = Object.values(problem.faults).some((fault) => fault !== undefined)
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (upload.busy) return
    const wrong = profileFaults(draft)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    const sent = draft
    if (!(await save(sent, photo))) return
    setPhoto(null)
    // what was typed while the request was under way stays here, to be saved as well
    if (markSaved(sent).typedSince) return
    pass()
    await navigate(paths.profile)
  }

  function edit(name: 'name' | 'description', value: string) {
    set(name, value)
    clear(name)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-6">
      <PhotoField
        user={user}
        file={photo}
        fault={faults.photoUrl}
        disabled={upload.busy}
        onPick={setPhoto}
        onReject={(reason) => (reason ? refuse({ photoUrl: reason }) : clear('photoUrl'))}
      />
      <Field label="Full name" required error={faults.name}>
        <Input
          name="name"
          value={draft.name}
          autoComplete="name"
          maxLength={100}
          onChange={({ target }) => edit('name', target.value)}
        />
      </Field>
      <Field label="Email" hint="Your email address cannot be changed.">
        <Input name="email" type="email" value={user.email} readOnly />
      </Field>
      <Field
        label="Description"
        error={faults.description}
        aside={
          <span className="tabular text-sm text-muted">
            {formatCount(draft.description.length)} / {formatCount(maxBioLength)}
          </span>
        }
      >
        <Textarea
          name="description"
          rows={6}
          value={draft.description}
          placeholder="Tell us about yourself"
          onChange={({ target }) => edit('description', target.value)}
        />
      </Field>
      {user.role === 'educator' && (
        <Switch
          name="showEmail"
          label="Show my email address on my course pages"
          hint="Everyone who is signed in can then see it."
          checked={draft.showEmail}
          onChange={({ target }) => set('showEmail', target.checked)}
        />
      )}
      {sentence && <Notice tone="danger">{sentence}</Notice>}
      {signedOut && <SignedOutNotice login={paths.login} />}
      {photo && phase !== 'idle' && (
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3 rounded-md bg-tint p-4">
          <Progress
            className="min-w-0 flex-1 basis-48"
            label={phase === 'sending' ? 'Uploading your photo' : 'Checking and storing your photo'}
            value={upload.state.phase === 'sending' ? percentOf(upload.state.pace) : null}
          />
          <Button variant="secondary" size="sm" onClick={upload.stop}>
            Cancel upload
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="lg" busy={upload.busy} disabled={!hydrated} className="max-sm:w-full">
          Save Changes
        </Button>
        <p aria-live="polite" className="text-sm font-medium text-muted">
          {upload.busy ? 'Saving…' : unsaved ? 'Unsaved changes' : ''}
        </p>
      </div>
      <LeaveDialog blocker={blocker} uploading={upload.busy && photo !== null} />
    </form>
  )
}
