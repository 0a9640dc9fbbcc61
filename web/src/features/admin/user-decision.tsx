import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type AdminUser, api as calls, isolate, type Role, roles } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { roleNames } from '#lib/text/labels.ts'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Decided } from '#ui/overlays/form-dialog.tsx'
import { DecisionDialog } from './decision-dialog.tsx'

export type UserAct = 'role' | 'suspend' | 'restore' | 'factors' | 'delete'

/** Does something sensitive once the admin has confirmed that it is they; null when they would rather not. */
export type Confirmed = (work: () => Promise<{ message: string }>) => Promise<Decided>

type Props = { user: AdminUser; act: UserAct; onClose: () => void; confirmed: Confirmed }

type DialogTexts = { title: MessageDescriptor; text: MessageDescriptor; confirmLabel: MessageDescriptor }

/** Texts of the dialog for each act. */
const dialogTexts = (user: AdminUser, name: string): Record<UserAct, DialogTexts> => ({
  role: {
    title: msg`Change the role of ${name}`,
    text: msg`They are signed out everywhere and have the new role when they sign in again. They keep the courses that they bought.`,
    confirmLabel: msg`Change role`,
  },
  suspend: {
    title: msg`Suspend ${name}?`,
    text: msg`All their sessions end at once, and they cannot sign in until you end the suspension. An educator’s published courses stay listed.`,
    confirmLabel: msg`Suspend`,
  },
  restore: {
    title: msg`End the suspension of ${name}?`,
    text: msg`They can sign in again right away.`,
    confirmLabel: msg`End suspension`,
  },
  factors: {
    title: msg`Remove the second step of ${name}?`,
    text: msg`Do this only when you know that it is they who ask, for example because you have spoken to them. All their sessions end, their password alone signs in again, and they get a mail.`,
    confirmLabel: msg`Remove second step`,
  },
  delete: {
    title: msg`Delete ${name}?`,
    text:
      user.role === 'educator'
        ? msg`Name, address, photo, wishlist, progress and notifications are deleted for ever. Reviews and orders stay, by “Deleted user”. Courses with students stay with them; the others are deleted with their videos. What they owe to this site is written off. This cannot be undone.`
        : msg`Name, address, photo, wishlist, progress and notifications are deleted for ever. Reviews and orders stay, by “Deleted user”. This cannot be undone.`,
    confirmLabel: msg`Delete account`,
  },
})

/** Dialog that confirms and performs one act on an account. */
export function UserDecision({ user, act, onClose, confirmed }: Props) {
  const { t } = useLingui()
  const [role, setRole] = useState<Role>(user.role)
  const target = { params: { userId: user._id } }
  // anyone can sign up with a foreign address: the role is granted by a link mailed to it
  const inviting = act === 'role' && role === 'admin' && user.role !== 'admin' && !user.emailProven

  const texts = dialogTexts(user, isolate(user.name))[act]

  function call(reason: string): Promise<Decided> {
    if (inviting) return browserApi(calls.invitations.send, { body: { email: user.email } })
    if (act === 'role') return browserApi(calls.admin.changeRole, { ...target, body: { role } })
    if (act === 'suspend') return browserApi(calls.admin.suspend, { ...target, body: { reason } })
    if (act === 'restore') return browserApi(calls.admin.restore, target)
    if (act === 'factors')
      return confirmed(() => browserApi(calls.admin.removeFactors, { ...target, body: { reason } }))
    return browserApi(calls.admin.deleteUser, target)
  }

  return (
    <DecisionDialog
      title={t(texts.title)}
      text={inviting ? t`They keep their role until they open the link that is mailed to them.` : t(texts.text)}
      confirmLabel={inviting ? t`Send invitation` : t(texts.confirmLabel)}
      danger={act === 'delete' || act === 'suspend' || act === 'factors'}
      onClose={onClose}
      call={call}
      {...(act === 'suspend' && { reasonHint: t`They see it when they try to sign in.` })}
      {...(act === 'factors' && { reasonHint: t`How you know that it is they; kept in the audit log.` })}
    >
      {act === 'role' && (
        <Field label={t`Role`}>
          <Select
            value={role}
            options={roles.map((value) => ({ value, label: t(roleNames[value]) }))}
            // the options are the roles
            onChange={({ target }) => setRole(target.value as Role)}
          />
        </Field>
      )}
      {inviting && (
        <Notice className="wrap-anywhere">
          {t`No one has shown yet that ${{ email: user.email }} is theirs. The invitation goes there, and its link makes them an admin.`}
        </Notice>
      )}
    </DecisionDialog>
  )
}
