import type { AdminUser } from '@virtual-courses/contract'
import { Badge } from '#ui/badge.tsx'

/** Whether an account may come in, and if not, why. */
export function UserState({ user }: { user: Pick<AdminUser, 'state' | 'reason'> }) {
  if (user.state === 'active')
    return (
      <Badge tone="success" dot>
        Active
      </Badge>
    )
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone="danger" dot>
        Suspended
      </Badge>
      {user.reason && <span className="max-w-52 text-sm leading-snug text-muted wrap-anywhere">{user.reason}</span>}
    </span>
  )
}
