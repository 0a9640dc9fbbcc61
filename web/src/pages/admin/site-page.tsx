import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls, sitePageKinds, type Viewer } from '@virtual-courses/contract'
import { data, Link } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { SitePageEditor } from '#features/admin/site-pages/page-editor.tsx'
import { useSettings } from '#lib/session/root-data.ts'
import { sitePageNames } from '#lib/text/site-page-names.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { cx } from '#ui/cx.ts'
import type { Route } from './+types/site-page.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Page of the shop`, text: msg`Each publication is a version that stays as it is.` }

const load = guarded('admin', async ({ api, params, url }: Reading<Route.LoaderArgs['params'], Viewer>) => {
  const kind = sitePageKinds.find((one) => one === params.kind)
  if (!kind) throw data(null, { status: 404 })
  const language = url.searchParams.get('language') ?? 'en'
  return { page: await api(calls.adminPages.read, { params: { kind }, query: { language } }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminSitePage({ loaderData: { page } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { languages } = useSettings()
  return (
    <AdminFrame title={sitePageNames[page.kind]} text={head.text} back={adminPaths.pages}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <nav aria-label={t`Language of the text`} className="flex flex-wrap items-center gap-2">
          {languages.map(({ tag, name }) => (
            <Link
              key={tag}
              to={adminPaths.page(page.kind, tag)}
              aria-current={tag === page.language ? 'page' : undefined}
              lang={tag}
              className={cx(
                'inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm font-medium',
                tag === page.language
                  ? 'border-transparent bg-primary-soft text-on-primary-soft'
                  : 'border-line hover:bg-tint',
              )}
            >
              {name}
            </Link>
          ))}
        </nav>
        <SitePageEditor key={`${page.kind} ${page.language}`} page={page} />
      </div>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
