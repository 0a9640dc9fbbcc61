import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { Sparkles } from 'lucide-react'
import { Catalogue } from '#app/catalogue.tsx'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import {
  type CatalogueQuery,
  memberCatalogue,
  readCatalogueQuery,
  toApiQuery,
} from '#features/courses/catalogue-query.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { categoryNames } from '#lib/text/labels.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/all-courses.ts'

type Data = { query: CatalogueQuery; catalogue: ReplyOf<typeof calls.courses.catalogue> }

const load = guarded<unknown, Data>('signedIn', async ({ api, url }) => {
  const query = readCatalogueQuery(url.searchParams)
  return { query, catalogue: await api(calls.courses.catalogue, { query: toApiQuery(query) }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AllCourses({ loaderData: { query, catalogue } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { siteName } = useSettings()
  const only = query.category.length === 1 ? query.category[0] : undefined
  return (
    <Container>
      <PageMeta
        title={only ? t`${{ category: t(categoryNames[only]) }} courses` : t`All Courses`}
        description={t`Every course of ${{ siteName: isolate(siteName) }}: filter by category and level, sort by price and rating.`}
      />
      <Catalogue
        title={t`All Courses`}
        action={
          <ButtonLink
            to={paths.searchWithAi}
            variant="primary"
            icon={<Sparkles aria-hidden="true" className="size-5" />}
          >
            <Trans>Search with AI</Trans>
          </ButtonLink>
        }
        query={query}
        catalogue={catalogue}
        place={memberCatalogue}
        courseAddress={(course) => paths.course(course._id)}
      />
    </Container>
  )
}
