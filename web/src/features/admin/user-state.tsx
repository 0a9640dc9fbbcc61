import type { AdminUser } from '@virtual-courses/contract'
import { Badge } from '#ui/badge.tsx'

/** Whether an account may come in. */
export const UserState = ({ state }: Pick<AdminUser, 'state'>) => (
  <Badge tone={state === 'active' ? 'success' : 'danger'} dot>
    {state === 'active' ? 'Active' : 'Suspended'}
  </Badge>
)
