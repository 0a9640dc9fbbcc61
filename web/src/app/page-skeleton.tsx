import { Trans } from '@lingui/react/macro'
import { matchPath } from 'react-router'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseCardSkeleton } from '#features/courses/course-card-skeleton.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'

const rows = (count: number) => Array.from({ length: count }, (_, row) => row)

function Cards({ count, narrow = false }: { count: number; narrow?: boolean }) {
  return (
    <CourseGrid narrow={narrow}>
      {rows(count).map((card) => (
        <li key={card}>
          <CourseCardSkeleton />
        </li>
      ))}
    </CourseGrid>
  )
}

const Catalogue = () => (
  <div className="shell pt-8 pb-section">
    <Skeleton className="mb-8 h-12 w-64" />
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Skeleton className="hidden h-112 rounded-lg lg:block" />
      <div>
        <Skeleton className="mb-6 h-11.5 w-full rounded-md" />
        <Cards count={6} narrow />
      </div>
    </div>
  </div>
)

const Course = () => (
  <div className="shell grid gap-10 pt-18 pb-section lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
    <div>
      <Skeleton className="h-6 w-40 rounded-full" />
      <Skeleton className="mt-4 h-12 w-full" />
      <Skeleton className="mt-4 h-6 w-3/4" />
      <Skeleton className="mt-12 h-72 w-full rounded-lg" />
    </div>
    <Skeleton className="h-112 rounded-lg max-lg:-order-1" />
  </div>
)

const Learn = () => (
  <div className="shell grid gap-6 pt-5 pb-section lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
    <div>
      <Skeleton className="mb-4 h-19 w-2/3" />
      <Skeleton className="aspect-video w-full rounded-lg" />
    </div>
    <Skeleton className="h-112 rounded-lg" />
  </div>
)

const List = () => (
  <div className="shell pt-8 pb-section">
    <Skeleton className="mb-8 h-11 w-72" />
    <Cards count={3} />
  </div>
)

const Plain = () => (
  <div className="shell pt-8 pb-section">
    <Skeleton className="mb-8 h-11 w-72" />
    <Skeleton className="h-96 w-full rounded-lg" />
  </div>
)

const skeletons = [
  { path: '/allcourses', Page: Catalogue },
  { path: '/browse/:category?', Page: Catalogue },
  { path: '/course/:slug', Page: Course },
  { path: '/viewcourse/:courseId', Page: Course },
  { path: '/viewlecture/:courseId', Page: Learn },
  { path: '/enrolledcourses', Page: List },
]

/** A placeholder in the shape of the page that is loading. */
export function PageSkeleton({ path }: { path: string }) {
  const Page = skeletons.find((skeleton) => matchPath(skeleton.path, path))?.Page ?? Plain
  return (
    <>
      <p role="status" className="sr-only">
        <Trans>Loading the page</Trans>
      </p>
      <Page />
    </>
  )
}
