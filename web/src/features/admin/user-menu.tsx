import { type AdminUser, api as calls } from '@virtual-courses/contract'
import { Ban, Download, EllipsisVertical, RotateCcw, Trash2, UserCog } from 'lucide-react'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import type { UserAct } from './user-decision.tsx'

type Props = { user: AdminUser; own: boolean; onAsk: (act: UserAct) => void }

/** What can be done with an account. No one shuts himself out: on one's own there is the download alone. */
export function UserMenu({ user, own, onAsk }: Props) {
  const act = (label: string, kind: UserAct, Icon: typeof Ban, danger = false) => ({
    kind: 'action' as const,
    label,
    icon: <Icon aria-hidden="true" />,
    danger,
    onSelect: () => onAsk(kind),
  })
  const download = {
    kind: 'action' as const,
    label: 'Download data',
    icon: <Download aria-hidden="true" />,
    // an attachment: the page stays
    onSelect: () =>
      window.location.assign(calls.admin.exportUser.path.replace(':userId', encodeURIComponent(user._id))),
  }
  const entries = own
    ? [download]
    : [
        act('Change role', 'role', UserCog),
        user.state === 'active' ? act('Suspend', 'suspend', Ban) : act('End suspension', 'restore', RotateCcw),
        download,
        { kind: 'separator' as const },
        act('Delete account', 'delete', Trash2, true),
      ]
  return (
    <Menu label={`Actions for ${user.name}`} entries={entries} triggerClass={iconButtonClass()}>
      <EllipsisVertical aria-hidden="true" />
    </Menu>
  )
}
