import { type Course, api as calls } from '@virtual-courses/contract'
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
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useUserData, useViewer } from '#lib/root-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Container, PageHeader } from '#ui/page-layout.tsx'
import type { Route } from './+types/wishlist.ts'

/** null: could not be read; undefined: the page reads it and shows a placeholder meanwhile. */
type Data = { first: Course[] | null | undefined }

export const loader = onServer(
  guarded<unknown, Data>('student', async ({ api }) => {
    const first = await api(calls.wishlist.list).then(
      ({ wishlist }) => wishlist,
      () => null,
    )
    return { first }
  }),
)
export const clientLoader = inBrowser(guarded<unknown, Data>('student', async () => ({ first: undefined })))

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

function WishlistItems({ courses, refresh }: { courses: readonly Course[]; refresh: () => Promise<void> }) {
  const isKnown = Boolean(useUserData()?.wishlist)
  const wishlist = useWishlist()
  const isWishlisted = (courseId: string) => !isKnown || wishlist.has(courseId)
  // added in another tab
  const incomplete = [...wishlist].some((id) => courses.every(({ _id }) => _id !== id))
  useEffect(() => {
    if (incomplete) void refresh()
  }, [incomplete, refresh])
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
        {courses.map((course) => (
          <WishlistSlot key={course._id} course={course} wishlisted={isWishlisted(course._id)}>
            <StoreCard course={course} as="h2" />
          </WishlistSlot>
        ))}
      </CourseGrid>
    </>
  )
}

export default function Wishlist({ loaderData: { first } }: Route.ComponentProps) {
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
    return <WishlistItems courses={courses} refresh={refresh} />
  }

  return (
    <Container>
      <PageMeta title="My Wishlist" />
      <PageHeader title="My Wishlist" back={paths.home} />
      {content()}
    </Container>
  )
}
