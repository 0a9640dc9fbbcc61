import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { ReceiptText } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CourseImage } from '#features/courses/course-image.tsx'
import { PurchaseCard } from '#features/enrolments/purchase-card.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/purchases.ts'

const load = guarded('student', async ({ api, url }) => {
  const at = readPlace(url.searchParams)
  return { at, page: await api(calls.orders.list, { query: at ? { cursor: at } : {} }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function Purchases({ loaderData: { at, page } }: Route.ComponentProps) {
  const { t } = useLingui()
  const hrefFor = (place: string) => `${paths.purchases}${place && `?${placeName}=${place}`}`
  return (
    <Container width="text">
      <PageMeta title={t`My Purchases`} />
      <PageHeader title={t`My Purchases`} text={t`Orders, invoices and refunds.`} back={paths.profile} />
      {page.orders.length > 0 ? (
        <ul aria-label={t`Purchases`} className="grid gap-4">
          {page.orders.map((order) => (
            <li key={order._id}>
              <PurchaseCard order={order} picture={(course) => <CourseImage course={course} sizes="7rem" />} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<ReceiptText />}
          title={at ? t`Nothing more here` : t`You have not bought anything yet`}
          text={at ? t`These were all of your purchases.` : t`What you buy appears here, with its invoice.`}
          action={
            at ? (
              <ButtonLink to={paths.purchases} variant="secondary">
                <Trans>Show all purchases</Trans>
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.allCourses}>
                <Trans>View all Courses</Trans>
              </ButtonLink>
            )
          }
        />
      )}
      <div className="mt-8">
        <Pagination {...placesBeside(page, hrefFor)} />
      </div>
    </Container>
  )
}
