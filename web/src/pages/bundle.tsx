import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type BundleDetails, api as calls, type Viewer } from '@virtual-courses/contract'
import { redirect } from 'react-router'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { StoreCard } from '#app/store-card.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { SalesTerms } from '#features/courses/sales-terms.tsx'
import { BundleButton } from '#features/enrolments/bundle-button.tsx'
import { CouponNote } from '#features/offers/coupon-note.tsx'
import { LazyCouponBox } from '#features/offers/lazy-coupon-box.tsx'
import { codeOf, type Offer, readOffer, withCode } from '#features/offers/link-code.ts'
import { withNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { cutText } from '#lib/text/cut-text.ts'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Price } from '#ui/price.tsx'
import type { Route } from './+types/bundle.ts'

type Data = { bundle: BundleDetails; offer: Offer | null; user: Viewer | null; here: string }

/** A bundle, for visitors too where the site has public pages. */
async function load({ api, viewer, settings, params, url }: Reading<Route.LoaderArgs['params']>): Promise<Data> {
  const code = codeOf(url.searchParams)
  const here = withCode(paths.bundle(params.bundleId), code)
  if (!viewer && !settings.publicPages) throw redirect(withNext('/signup', here))
  const [bundle, offer] = await Promise.all([
    api(calls.offers.bundle, { params }),
    readOffer(api, { bundleId: params.bundleId, code }),
  ])
  return { bundle, offer: bundle.complete ? null : offer, user: viewer, here }
}

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function BundlePage({ loaderData: { bundle, offer, user, here } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { formatPrice } = useFormats()
  const { title, description, educator, courses, alone, complete } = bundle
  const price = offer?.coupon ? offer.price : bundle.price
  const onSale = courses.length > 0
  const count = courses.length
  const educatorName = educator?.name
  const owned = courses.filter(({ enrolled }) => enrolled).length
  return (
    <Container>
      <PageMeta
        title={title}
        description={
          cutText(description, 160) ||
          t`${plural(count, { one: '# course at one price', other: '# courses at one price' })}`
        }
      />
      <PageHeader
        title={<span {...writtenIn()}>{title}</span>}
        aside={
          !bundle.isPublished && (
            <Badge tone="accent">
              <Trans>Draft</Trans>
            </Badge>
          )
        }
        text={
          educator && (
            <Trans>
              A bundle of <Plural value={count} one="# course" other="# courses" /> by <bdi>{educatorName}</bdi>
            </Trans>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <Card
          as="section"
          aria-label={t`Enrollment`}
          className="lg:sticky lg:col-start-2 lg:row-start-1 lg:top-[calc(var(--spacing-bar)+1.5rem)]"
        >
          {!complete && onSale && (
            <>
              <Price text={formatPrice(price)} struck={price < alone ? formatRupees(alone) : null} size="xl" />
              <p className="mt-1 mb-5 text-sm text-muted">
                {[
                  price < alone && t`Alone these courses cost ${{ price: formatRupees(alone) }}.`,
                  owned > 0 && t`What you have already is not in the price.`,
                ]
                  .filter(Boolean)
                  .join(' ')}
              </p>
            </>
          )}
          {onSale ? (
            <BundleButton bundle={bundle} user={user} coupon={offer?.coupon ?? undefined} here={here} />
          ) : (
            <p>
              <Trans>None of its courses is on sale, so that no one else sees this page.</Trans>
            </p>
          )}
          {!complete && onSale && (
            <div className="mt-4 grid gap-3">
              {price > 0 && <SalesTerms />}
              {user?.role === 'student' && educator?._id !== user._id ? (
                <LazyCouponBox offer={offer} />
              ) : (
                offer && <CouponNote offer={offer} />
              )}
            </div>
          )}
        </Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:col-start-1 lg:row-start-1">
          {description && (
            <p {...writtenIn()} className="max-w-prose whitespace-pre-line wrap-anywhere">
              {description}
            </p>
          )}
          <section aria-labelledby="courses">
            <h2 id="courses" className="mb-5 text-2xl">
              <Trans>Courses of this bundle</Trans>
            </h2>
            <CourseGrid narrow>
              {courses.map((course) => (
                <li key={course._id}>
                  <StoreCard
                    course={course}
                    to={user ? paths.course(course._id) : paths.publicCourse(course)}
                    note={
                      course.enrolled && (
                        <Badge tone="success">
                          <Trans>You have this course</Trans>
                        </Badge>
                      )
                    }
                  />
                </li>
              ))}
            </CourseGrid>
          </section>
        </div>
      </div>
    </Container>
  )
}
