import { api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { SettingsForm } from '#features/admin/settings-form.tsx'
import type { Route } from './+types/settings.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: 'System Settings', text: 'Configure system settings here.' }

const load = guarded('admin', async ({ api }) => ({ answer: await api(calls.admin.settings) }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AdminSettingsPage({ loaderData: { answer } }: Route.ComponentProps) {
  return (
    <AdminFrame {...head}>
      <SettingsForm answer={answer} />
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
