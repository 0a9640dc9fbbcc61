import { t } from '@lingui/core/macro'
import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { spokenFailureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { leaveAccount } from './leave-account.ts'

/** Ends the session on this device. The page stays where that fails, and says why. */
export const logOut = (): Promise<void> =>
  leaveAccount(() => browserApi(calls.accounts.logout), t`LogOut Successfully`).catch((error: unknown) => {
    toast.error(spokenFailureOf(error, t`Logout failed`))
  })
