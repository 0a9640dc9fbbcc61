import { useLingui } from '@lingui/react/macro'
import { api as calls, type NotificationSetting, type Role } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AccountSection } from '#features/accounts/account-section.tsx'
import { NotificationSettings } from '#features/notifications/notification-settings.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import type { Route } from './+types/notifications.ts'

type Data = { role: Role; enrolled: boolean; settings: NotificationSetting[] }

const load = guarded<unknown, Data>('signedIn', async ({ api, viewer }) => {
  const { settings } = await api(calls.notifications.settings)
  return { role: viewer.role, enrolled: viewer.enrolledCount > 0, settings }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function AccountNotifications({ loaderData: { role, enrolled, settings } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageMeta title={t`Notifications`} />
      <AccountSection
        id="notifications"
        title={t`Notifications`}
        text={t`Each switch is saved at once. Every mail has a link that ends mails of its kind.`}
      >
        <NotificationSettings settings={settings} role={role} enrolled={enrolled} />
      </AccountSection>
    </>
  )
}
