import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminInvitation, api as calls } from '@virtual-courses/contract'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Button that invites another admin, and the invitations that are still open. */
export function InvitedAdmins({ invitations }: { invitations: readonly AdminInvitation[] }) {
  const { t } = useLingui()
  const [inviting, setInviting] = useState(false)
  return (
    <section aria-label={t`Invitations`} className="mb-6 grid gap-4">
      <Button
        variant="secondary"
        icon={<UserPlus aria-hidden="true" />}
        className="justify-self-start"
        onClick={() => setInviting(true)}
      >
        <Trans>Invite an admin</Trans>
      </Button>
      {invitations.length > 0 && (
        <Card flush>
          <h2 className="border-b border-line px-5 py-3.5 font-sans text-base font-semibold tracking-normal">
            <Trans>Invited to become an admin</Trans>
          </h2>
          <ul className="divide-y divide-line">
            {invitations.map((invitation) => (
              <Row key={invitation._id} invitation={invitation} />
            ))}
          </ul>
        </Card>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </section>
  )
}

function Row({ invitation }: { invitation: AdminInvitation }) {
  const { _id, email, invitedBy, createdAt, expiresAt, mailedAt } = invitation
  const { t } = useLingui()
  const { act, busy } = useAct()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          <span>{email}</span>
          {mailedAt === null && (
            <Badge tone="accent">
              <Trans>Mail not sent yet</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {invitedBy ? (
            <Trans>
              <span>{`By ${invitedBy}, `}</span>
              <ReaderTime iso={createdAt} look="dateTime" /> · Expires <ReaderTime iso={expiresAt} look="dateTime" />
            </Trans>
          ) : (
            <Trans>
              <span>By the operator, </span>
              <ReaderTime iso={createdAt} look="dateTime" /> · Expires <ReaderTime iso={expiresAt} look="dateTime" />
            </Trans>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          aria-label={t`Resend to ${email}`}
          onClick={() => void act(() => browserApi(calls.invitations.send, { body: { email } }))}
        >
          <Trans>Resend</Trans>
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          aria-label={t`Withdraw the invitation of ${email}`}
          onClick={() => void act(() => browserApi(calls.invitations.withdraw, { params: { invitationId: _id } }))}
        >
          <Trans>Withdraw</Trans>
        </Button>
      </div>
    </li>
  )
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({ email: '' })
  const { email } = form.values
  return (
    <FormDialog
      title={t`Invite an admin`}
      text={t`They become an admin when they open the link in the mail, which works once, for seven days. Admins can do everything that you can.`}
      confirmLabel={t`Send invitation`}
      form={form}
      onClose={onClose}
      send={() => browserApi(calls.invitations.send, { body: { email } })}
    >
      <Field label={t`Email`} error={form.errors.email}>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => form.set('email', target.value)}
          required
        />
      </Field>
    </FormDialog>
  )
}

/** Returns `act`, which makes a call, shows its message and reads the page again. It resolves with whether the call succeeded. */
function useAct() {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  async function act(call: () => Promise<{ message: string }>): Promise<boolean> {
    setBusy(true)
    try {
      const { message } = await call()
      toast.success(message)
      await revalidate()
      return true
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { act, busy }
}
