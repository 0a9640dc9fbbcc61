import { type AdminUser, api as calls, type Role, roles } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { roleName } from '#lib/role-name.ts'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { useAct } from './use-act.ts'

export type UserAct = 'role' | 'suspend' | 'restore' | 'delete'

type Props = { user: AdminUser; act: UserAct; onClose: () => void }

/** What each act means for the person. */
const words = (user: AdminUser): Record<UserAct, { title: string; text: string; confirmLabel: string }> => ({
  role: {
    title: `Change the role of ${user.name}`,
    text: 'They are signed out everywhere and have the new role when they sign in again. They keep the courses that they bought.',
    confirmLabel: 'Change role',
  },
  suspend: {
    title: `Suspend ${user.name}?`,
    text: 'All their sessions end at once, and they cannot sign in until you end the suspension. An educator’s published courses stay listed.',
    confirmLabel: 'Suspend',
  },
  restore: {
    title: `End the suspension of ${user.name}?`,
    text: 'They can sign in again right away.',
    confirmLabel: 'End suspension',
  },
  delete: {
    title: `Delete ${user.name}?`,
    text: `Name, address, photo, wishlistItems, progress and notifications are deleted for ever. Reviews and orders stay, by “Deleted user”.${
      user.role === 'educator' ? ' Courses with students stay with them; the others are deleted with their videos.' : ''
    } This cannot be undone.`,
    confirmLabel: 'Delete account',
  },
})

/** Asks about one act on one account, and does it. */
export function UserDecision({ user, act: kind, onClose }: Props) {
  const { act, busy } = useAct()
  const [role, setRole] = useState<Role>(user.role)
  const on = { params: { userId: user._id } }
  // anyone can sign up with the address of another person: the role comes by a mail to it
  const inviting = kind === 'role' && role === 'admin' && user.role !== 'admin' && !user.emailProven

  async function confirm(reason: string) {
    const done = await act(() => {
      if (inviting) return browserApi(calls.invitations.send, { body: { email: user.email } })
      if (kind === 'role') return browserApi(calls.admin.changeRole, { ...on, body: { role } })
      if (kind === 'suspend') return browserApi(calls.admin.suspend, { ...on, body: { reason } })
      if (kind === 'restore') return browserApi(calls.admin.restore, on)
      return browserApi(calls.admin.deleteUser, on)
    })
    if (done) onClose()
  }

  return (
    <DecisionDialog
      {...words(user)[kind]}
      {...(inviting && {
        text: 'They keep their role until they open the link that is mailed to them.',
        confirmLabel: 'Send invitation',
      })}
      danger={kind === 'delete' || kind === 'suspend'}
      busy={busy}
      onClose={onClose}
      onConfirm={confirm}
      {...(kind === 'suspend' && { reasonHint: 'They see it when they try to sign in.' })}
    >
      {kind === 'role' && (
        <Field label="Role">
          <Select
            value={role}
            options={roles.map((value) => ({ value, label: roleName[value] }))}
            // the options are the roles
            onChange={({ target }) => setRole(target.value as Role)}
          />
        </Field>
      )}
      {inviting && (
        <Notice className="wrap-anywhere">
          No one has shown yet that {user.email} is theirs. The invitation goes there, and its link makes them an admin.
        </Notice>
      )}
    </DecisionDialog>
  )
}
