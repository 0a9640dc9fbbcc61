import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { boxSizes, CourseColumns } from '#app/course/course-columns.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseCardSkeleton } from '#features/courses/course-card-skeleton.tsx'
import { CourseImage } from '#features/courses/course-image.tsx'
import { CourseHead } from '#features/courses/course-sections.tsx'
import { reviewsText } from '#features/courses/store-copy.ts'
import { pressedCard } from '#lib/navigation/pressed-card.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { Card } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'

type PageProps = { path: string }

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

/** Of a course whose card was pressed, what the card says stands where its page will have it. */
function Course({ path, visitor = false }: PageProps & { visitor?: boolean }) {
  const { i18n } = useLingui()
  const { storeCopy } = useSettings()
  const course = pressedCard.of(path)
  return (
    <div className="shell pt-6 pb-section">
      <Skeleton className={visitor ? 'my-1.5 h-5 w-56' : 'size-11 rounded-full'} />
      <CourseColumns
        head={
          course ? (
            <CourseHead
              course={course}
              reviews={reviewsText(visitor ? 'live' : storeCopy, course, i18n)}
              draft={false}
            />
          ) : (
            <>
              <Skeleton className="h-6 w-40 rounded-full" />
              <Skeleton className="mt-4 h-12 w-full" />
              <Skeleton className="mt-4 h-6 w-3/4" />
            </>
          )
        }
        box={
          <Card flush>
            {course ? (
              <CourseImage course={course} sizes={boxSizes} first />
            ) : (
              <Skeleton className="aspect-video w-full rounded-none" />
            )}
            <div className="grid gap-5 p-5 sm:p-6">
              <Skeleton className="h-9 w-28 max-lg:hidden" />
              <Skeleton className="h-13 w-full rounded-md max-lg:hidden" />
              <Skeleton className="h-24 w-full" />
            </div>
          </Card>
        }
      >
        <Skeleton className="h-72 w-full rounded-lg" />
      </CourseColumns>
    </div>
  )
}

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

const skeletons: { path: string; Page: ComponentType<PageProps> }[] = [
  { path: '/allcourses', Page: Catalogue },
  { path: '/browse/:category?', Page: Catalogue },
  { path: '/course/:slug', Page: (props) => <Course {...props} visitor /> },
  { path: '/viewcourse/:courseId', Page: Course },
  { path: '/viewlecture/:courseId', Page: Learn },
  { path: '/enrolledcourses', Page: List },
]

/** A placeholder in the shape of the page that is loading. */
export function PageSkeleton({ path }: PageProps) {
  const Page = skeletons.find((skeleton) => matchPath(skeleton.path, path))?.Page ?? Plain
  return (
    <>
      <p role="status" className="sr-only">
        <Trans>Loading the page</Trans>
      </p>
      <Page path={path} />
    </>
  )
}
