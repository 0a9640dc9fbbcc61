import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { longestWishlist } from '@virtual-courses/contract'
import { Heart, LockKeyhole } from 'lucide-react'
import { useEffect } from 'react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StoreCard } from '#app/store-card.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseCardSkeleton } from '#features/courses/course-card-skeleton.tsx'
import {
  type ListedWishlist,
  readWishlistPage,
  useWishlistPage,
  type WishlistPage,
} from '#features/wishlist/use-wishlist-page.ts'
import { useWishlist } from '#features/wishlist/wishlist-button.tsx'
import { WishlistSlot } from '#features/wishlist/wishlist-slot.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useUserData, useViewer } from '#lib/session/root-data.ts'
import { formatCount } from '#lib/text/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/wishlist.ts'

/** null: could not be read; undefined: the page reads it and shows a placeholder meanwhile. */
type Data = { first: WishlistPage | null | undefined; at: string }

export const loader = onServer(
  guarded<unknown, Data>('student', async ({ api, url }) => {
    const at = readPlace(url.searchParams)
    return { first: await readWishlistPage(api, at).catch(() => null), at }
  }),
)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(
  guarded<unknown, Data>('student', async ({ url }) => ({
    first: undefined,
    at: readPlace(url.searchParams),
  })),
)

const Loading = () => (
  <>
    <p role="status" className="mb-6 text-muted">
      <Trans>Loading...</Trans>
    </p>
    <CourseGrid>
      {[1, 2, 3].map((item) => (
        <li key={item}>
          <CourseCardSkeleton />
        </li>
      ))}
    </CourseGrid>
  </>
)

type ItemsProps = { list: ListedWishlist; refresh: () => Promise<void> }

function WishlistItems({ list, refresh }: ItemsProps) {
  const { t } = useLingui()
  const { courses } = list
  const listed = list.ids ?? courses.map(({ _id }) => _id)
  const saved = useUserData()?.wishlist
  const wishlist = useWishlist()
  // hearts beyond the longest list of ids are not known: such a course is on the wishlist as long as the page has it
  const isWishlisted = (courseId: string) => !saved || wishlist.has(courseId) || !listed.includes(courseId)
  // added in another tab, or saved after the list was read
  const missing = saved?.filter((id) => !listed.includes(id)).join()
  useEffect(() => {
    if (missing) void refresh()
  }, [missing, refresh])
  const hrefFor = (place: string) => `${paths.wishlist}${place && `?${placeName}=${place}`}`
  const count = listed.filter(isWishlisted).length
  return (
    <>
      {count === 0 ? (
        <EmptyState
          icon={<Heart />}
          title={t`Your wishlist is empty`}
          text={t`Press the heart of a course to keep it here for later.`}
          action={
            <ButtonLink to={paths.allCourses}>
              <Trans>View all Courses</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <p className="mb-6 text-muted">
          {listed.length < longestWishlist || count === 1
            ? t`${plural(count, { one: '# course', other: '# courses' })}`
            : t`${{ count: formatCount(count) }}+ courses`}
        </p>
      )}
      {courses.length > 0 && (
        <CourseGrid>
          {courses.map((course) => (
            <WishlistSlot key={course._id} course={course} wishlisted={isWishlisted(course._id)}>
              <StoreCard course={course} as="h2" />
            </WishlistSlot>
          ))}
        </CourseGrid>
      )}
      <div className="mt-8">
        <Pagination {...placesBeside(list, hrefFor)} />
      </div>
    </>
  )
}

function WishlistContent({ first, at }: Data) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { list, retry, refresh } = useWishlistPage(first, at)
  if (viewer?.role !== 'student')
    return (
      <EmptyState
        icon={<LockKeyhole />}
        title={t`Only students can access wishlist`}
        text={t`Log in as a student to see the courses on your wishlist.`}
        action={
          <ButtonLink to={paths.login}>
            <Trans>Login</Trans>
          </ButtonLink>
        }
      />
    )
  if (list === 'loading') return <Loading />
  if (list === 'failed')
    return <ErrorState title={t`Failed to fetch wishlist`} text={t`Please try again in a moment.`} onRetry={retry} />
  return <WishlistItems list={list} refresh={refresh} />
}

export default function Wishlist({ loaderData: { first, at } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t`My Wishlist`} />
      <PageHeader title={t`My Wishlist`} back={paths.home} />
      <WishlistContent key={at} first={first} at={at} />
    </Container>
  )
}
