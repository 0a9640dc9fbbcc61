import { useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { data, redirect } from 'react-router'
import { Catalogue } from '#app/catalogue.tsx'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { Breadcrumbs } from '#features/courses/breadcrumbs.tsx'
import {
  type CatalogueQuery,
  isNarrowed,
  memberCatalogue,
  publicCatalogue,
  toApiQuery,
} from '#features/courses/catalogue-query.ts'
import { ListData } from '#features/courses/json-ld.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { categoryNames } from '#lib/text/labels.ts'
import { Container } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/browse.ts'

type Data = { query: CatalogueQuery; catalogue: ReplyOf<typeof calls.courses.catalogue> }

/** The list for visitors. Those who are signed in have their own, with hearts. */
async function load({ api, viewer, settings, params, url }: Reading<Route.LoaderArgs['params']>): Promise<Data> {
  const query = publicCatalogue.read(url)
  if (!query) throw data(null, { status: 404 })
  if (viewer) throw redirect(memberCatalogue.addressOf(query))
  if (!settings.publicPages) throw data(null, { status: 404 })
  // a list has one address
  if (query.category.length === 1 ? !params.category : params.category)
    throw redirect(publicCatalogue.addressOf(query), 301)
  return { query, catalogue: await api(calls.courses.catalogue, { query: toApiQuery(query) }) }
}

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function Browse({ loaderData: { query, catalogue } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { siteName } = useSettings()
  const only = query.category.length === 1 ? query.category[0] : undefined
  const category = only && t(categoryNames[only])
  const title = only ? t`${category} courses` : t`All Courses`
  const address = only ? paths.publicCategory(only) : paths.publicCourses
  const steps = [
    { name: t`Home`, path: paths.home },
    { name: t`All Courses`, path: paths.publicCourses },
    ...(only ? [{ name: t(categoryNames[only]), path: address }] : []),
  ]
  return (
    <Container>
      <PageMeta
        title={title}
        description={
          only
            ? t`Video courses in ${category} at ${{ siteName: isolate(siteName) }}: compare prices, ratings and lectures. Buy once, keep for life.`
            : t`Every course of ${{ siteName: isolate(siteName) }}: compare prices, ratings and lectures. Buy once, keep for life.`
        }
        canonical={address}
        unlisted={isNarrowed(query)}
        image={catalogue.courses[0]?.thumbnail}
      />
      <ListData key={address} name={title} courses={catalogue.courses} steps={steps} />
      {only && (
        <div className="-mt-2 mb-2">
          <Breadcrumbs steps={steps.slice(0, -1)} />
        </div>
      )}
      <Catalogue
        title={title}
        query={query}
        catalogue={catalogue}
        place={publicCatalogue}
        courseAddress={paths.publicCourse}
      />
    </Container>
  )
}
