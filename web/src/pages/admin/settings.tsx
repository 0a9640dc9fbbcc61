import { msg } from '@lingui/core/macro'
import { api as calls } from '@virtual-courses/contract'
import { StoreCopyPreview } from '#app/course/store-copy-preview.tsx'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { SettingsForm } from '#features/admin/settings-form.tsx'
import type { Route } from './+types/settings.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`System Settings`, text: msg`Configure system settings here.` }

const load = guarded('admin', async ({ api }) => {
  const [answer, example] = await Promise.all([
    api(calls.admin.settings),
    // the preview is an extra: without it the settings can be changed as well
    api(calls.courses.catalogue, { query: { limit: 1, sort: 'popular', price: 'paid' } })
      .then(async ({ courses: [best] }) => best && api(calls.courses.get, { params: { courseId: best._id } }))
      .catch(() => undefined),
  ])
  return { answer, example }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function AdminSettingsPage({ loaderData: { answer, example } }: Route.ComponentProps) {
  return (
    <AdminFrame {...head}>
      <SettingsForm
        answer={answer}
        storePreview={example && ((mode) => <StoreCopyPreview course={example} mode={mode} />)}
      />
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
