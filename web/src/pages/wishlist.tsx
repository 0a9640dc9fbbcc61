import { type CourseCard, api as calls } from '@virtual-courses/contract'
import { Heart, LockKeyhole } from 'lucide-react'
import { useEffect } from 'react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StoreCard } from '#app/store-card.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseCardSkeleton } from '#features/courses/course-card-skeleton.tsx'
import { useWishlistCourses } from '#features/wishlist/use-wishlist-courses.ts'
import { useWishlist } from '#features/wishlist/wishlist-button.tsx'
import { WishlistSlot } from '#features/wishlist/wishlist-slot.tsx'
import { placeName, placesBeside, readPlace, slicePage } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useUserData, useViewer } from '#lib/root-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Container, PageHeader } from '#ui/page-layout.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { Route } from './+types/wishlist.ts'

/** null: could not be read; undefined: the page reads it and shows a placeholder meanwhile. */
const pageSize = 24

type Data = { first: CourseCard[] | null | undefined; at: string }

export const loader = onServer(
  guarded<unknown, Data>('student', async ({ api, url }) => {
    const first = await api(calls.wishlist.list).then(
      // the cards alone: the call is older and returns lectures too
      ({ wishlist }) =>
        wishlist.map(({ lectures: _lectures, reviews: _reviews, description: _description, ...card }) => card),
      () => null,
    )
    return { first, at: readPlace(url.searchParams) }
  }),
)
export const clientLoader = inBrowser(
  guarded<unknown, Data>('student', async ({ url }) => ({
    first: undefined,
    at: readPlace(url.searchParams),
  })),
)

const Loading = () => (
  <>
    <p role="status" className="mb-6 text-muted">
      Loading...
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

type ItemsProps = { courses: readonly CourseCard[]; at: string; refresh: () => Promise<void> }

function WishlistItems({ courses, at, refresh }: ItemsProps) {
  const saved = useUserData()?.wishlist
  const wishlist = useWishlist()
  const isWishlisted = (courseId: string) => !saved || wishlist.has(courseId)
  // added in another tab, or saved after the list was read
  const missing = saved?.filter((id) => courses.every(({ _id }) => _id !== id)).join()
  useEffect(() => {
    if (missing) void refresh()
  }, [missing, refresh])
  const page = slicePage(courses, at, pageSize)
  const hrefFor = (place: string) => `${paths.wishlist}${place && `?${placeName}=${place}`}`
  const count = courses.filter(({ _id }) => isWishlisted(_id)).length
  return (
    <>
      {count === 0 ? (
        <EmptyState
          icon={<Heart />}
          title="Your wishlist is empty"
          text="Press the heart of a course to keep it here for later."
          action={<ButtonLink to={paths.allCourses}>View all Courses</ButtonLink>}
        />
      ) : (
        <p className="mb-6 text-muted">{count === 1 ? '1 course' : `${count} courses`}</p>
      )}
      <CourseGrid>
        {page.items.map((course) => (
          <WishlistSlot key={course._id} course={course} wishlisted={isWishlisted(course._id)}>
            <StoreCard course={course} as="h2" />
          </WishlistSlot>
        ))}
      </CourseGrid>
      <div className="mt-8">
        <Pagination {...placesBeside(page, hrefFor)} />
      </div>
    </>
  )
}

export default function Wishlist({ loaderData: { first, at } }: Route.ComponentProps) {
  const viewer = useViewer()
  const { courses, retry, refresh } = useWishlistCourses(first)

  const content = () => {
    if (viewer?.role !== 'student')
      return (
        <EmptyState
          icon={<LockKeyhole />}
          title="Only students can access wishlist"
          text="Log in as a student to see the courses on your wishlist."
          action={<ButtonLink to={paths.login}>Login</ButtonLink>}
        />
      )
    if (courses === 'loading') return <Loading />
    if (courses === 'failed')
      return <ErrorState title="Failed to fetch wishlist" text="Please try again in a moment." onRetry={retry} />
    return <WishlistItems courses={courses} at={at} refresh={refresh} />
  }

  return (
    <Container>
      <PageMeta title="My Wishlist" />
      <PageHeader title="My Wishlist" back={paths.home} />
      {content()}
    </Container>
  )
}
