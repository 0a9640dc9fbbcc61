import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, deletionWord, type Role } from '@virtual-courses/contract'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { paths } from '#lib/paths.ts'
import type { Failure } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FileLink } from '#ui/form/file-link.tsx'
import { Input } from '#ui/form/input.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { notConfirmed, useConfirmation } from './security/use-confirmation.tsx'

/** Downloads what is kept about the current user. */
export const DataDownload = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
    <p className="max-w-prose min-w-0 flex-1 basis-64">
      <Trans>
        A file with everything that we keep about you: profile, purchases, progress, what you watched, reviews, messages
        and notifications. Educators see which parts of a lecture are watched as sums of at least five students, never
        yours alone; what you watched is kept for a year after the last time.
      </Trans>
    </p>
    <FileLink
      login={paths.login}
      href={calls.ownAccount.exportData.path}
      className={buttonClass({ variant: 'secondary' })}
    >
      <Download aria-hidden="true" className="size-4.5" />
      <Trans>Download my data</Trans>
    </FileLink>
  </div>
)

type Props = {
  role: Role
  /** ends the session here after the call; throws when the call fails */
  leave: (end: () => Promise<unknown>, message: string) => Promise<void>
}

/** Says what a deletion deletes and what stays, and deletes the account after a proof and a typed word. */
export function DeleteAccount({ role, leave }: Props) {
  const { t } = useLingui()
  const form = useForm({ confirm: '' })
  const { confirmed, dialog } = useConfirmation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  // sent by the script alone
  const ready = useHydrated()

  async function remove(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (form.values.confirm.trim() !== deletionWord) return form.showErrors({ confirm: t`Please type ${deletionWord}` })
    setBusy(true)
    setProblem(null)
    const body = { confirm: deletionWord } as const
    const end = () => browserApi(calls.ownAccount.deleteAccount, { body })
    try {
      const left = await confirmed(() => leave(end, t`Your account was deleted`))
      if (left === notConfirmed) setBusy(false)
    } catch (error) {
      const failed = form.fail(error)
      const unexplained = !failed.login && Object.keys(failed.errors).length === 0
      if (unexplained) setProblem(failed)
      toast.error(failed)
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <div>
          <h3 className="font-semibold">
            <Trans>Deleted for good</Trans>
          </h3>
          <ul className="mt-2 list-disc space-y-1 ps-5 text-muted">
            <li>
              <Trans>Name, address, photo, bio and every way to sign in</Trans>
            </li>
            <li>
              <Trans>Progress, wishlist, billing details, notifications and their settings</Trans>
            </li>
            <li>
              <Trans>Messages in live rooms and reports of reviews</Trans>
            </li>
            <li>
              <Trans>Access to the courses that you bought; nothing is paid back</Trans>
            </li>
            {role !== 'student' && (
              <li>
                <Trans>Your courses that no one bought, with their videos, and your bank details</Trans>
              </li>
            )}
          </ul>
        </div>
        <div>
          <h3 className="font-semibold">
            <Trans>Stays, under the name “Deleted user”</Trans>
          </h3>
          <ul className="mt-2 list-disc space-y-1 ps-5 text-muted">
            <li>
              <Trans>Orders and payments, which a shop must be able to show</Trans>
            </li>
            <li>
              <Trans>Your reviews: stars and text</Trans>
            </li>
            <li>
              <Trans>Invoices, with the name and address that are on them: the law demands it</Trans>
            </li>
            {role !== 'student' && (
              <li>
                <Trans>Your courses that have students, for these students alone</Trans>
              </li>
            )}
            {role === 'admin' && (
              <li>
                <Trans>Your acts in the audit log</Trans>
              </li>
            )}
          </ul>
        </div>
      </div>
      {role === 'educator' && (
        <p className="text-muted">
          <Trans>
            Published courses with students have to be taken off the list first:{' '}
            <ButtonLink to={paths.myCourses} variant="link">
              My Courses
            </ButtonLink>
            . What you have earned has to be paid out first:{' '}
            <ButtonLink to={studioPaths.earnings} variant="link">
              Earnings
            </ButtonLink>
          </Trans>
        </p>
      )}
      {/* "post": a password must never be part of an address */}
      <form ref={form.ref} method="post" onSubmit={remove} noValidate className="grid gap-5">
        <Field label={t`Type ${deletionWord} to confirm`} error={form.errors.confirm}>
          <Input
            name="confirm"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={form.values.confirm}
            onChange={({ target }) => form.set('confirm', target.value)}
          />
        </Field>
        <ErrorNotice said={problem} />
        <div>
          <Button type="submit" variant="danger" busy={busy} disabled={!ready} className="max-sm:w-full">
            <Trans>Delete my account</Trans>
          </Button>
        </div>
        {dialog}
      </form>
    </div>
  )
}
