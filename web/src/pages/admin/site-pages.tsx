import { msg } from '@lingui/core/macro'
import { api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { OperatorForm } from '#features/admin/site-pages/operator-form.tsx'
import { SitePageList } from '#features/admin/site-pages/page-list.tsx'
import type { Route } from './+types/site-pages.ts'
import { AdminError } from './admin-error.tsx'

const head = {
  title: msg`Pages of the shop`,
  text: msg`What a shop must show: who runs it, its terms, and where people complain.`,
}

const load = guarded('admin', async ({ api }) => {
  const [answer, list] = await Promise.all([api(calls.admin.settings), api(calls.adminPages.list)])
  return { answer, list }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminSitePages({ loaderData: { answer, list } }: Route.ComponentProps) {
  return (
    <AdminFrame {...head}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <OperatorForm answer={answer} />
        <SitePageList {...list} />
      </div>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
