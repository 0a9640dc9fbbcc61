import { useLingui } from '@lingui/react/macro'
import type { CourseCard as CourseCardData } from '@virtual-courses/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pressedCard } from '#lib/navigation/pressed-card.ts'
import { paths } from '#lib/paths.ts'
import { useFormats } from '#lib/text/format.ts'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { Price } from '#ui/price.tsx'
import { Rating } from '#ui/rating.tsx'
import { CourseImage } from './course-image.tsx'

type Props = {
  course: CourseCardData
  /** Heading level of the title. */
  as?: 'h2' | 'h3'
  sizes?: string
  first?: boolean
  /** Shown below the title, for example why the course is listed. */
  note?: ReactNode
  /** a control at the top right of the image */
  corner?: ReactNode
  /** address of the course's page, by default the one for users */
  to?: string
}

// on phones less than the true width: dense screens would fetch twice the pixels that are visible
const cardSizes = '(min-width: 80rem) 25rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 60vw'

/** A course in a list. The title's link covers the whole card, so there is one link with one name. */
export function CourseCard(props: Props) {
  const { course, as: Title = 'h3', sizes = cardSizes, first = false, note, corner } = props
  const { t } = useLingui()
  const nameOf = usePersonName()
  const { formatPrice } = useFormats()
  const address = props.to ?? paths.course(course._id)
  return (
    <Card
      as="article"
      aria-label={course.title}
      flush
      lift
      className="group relative flex h-full flex-col has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-focus"
    >
      <CourseImage course={course} sizes={sizes} first={first} />
      <div className="flex flex-1 flex-col p-4 sm:p-5">
        <div className="flex flex-wrap items-center gap-2">
          {course.category && <Badge tone="primary">{t(categoryNames[course.category])}</Badge>}
          {course.level && <Badge>{t(levelNames[course.level])}</Badge>}
        </div>
        <Title
          {...writtenIn(course.language)}
          className="mt-3 line-clamp-2 font-sans text-lg leading-[1.625rem] font-semibold tracking-[-0.01em] wrap-anywhere"
        >
          <Link
            to={address}
            prefetch="intent"
            onClick={() => pressedCard.press(course, address)}
            className="outline-none after:absolute after:inset-0 after:content-['']"
          >
            {course.title}
          </Link>
        </Title>
        <p {...writtenIn()} className="mt-1 truncate text-sm text-muted">
          {nameOf(course.creatorName)}
        </p>
        {note && <div className="mt-3">{note}</div>}
        <div className="mt-auto flex items-end justify-between gap-3 pt-4">
          <Rating value={course.averageRating} count={course.reviewCount} />
          <Price text={formatPrice(course.price)} size="lg" />
        </div>
      </div>
      {/* after the link, as it is read; above it, so that pressing it does not open the course */}
      {corner && <div className="absolute end-3 top-3">{corner}</div>}
    </Card>
  )
}

/** Cards in as many columns as fit. Children are list items. */
export function CourseGrid({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <ul className={cx('grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-6', narrow ? 'xl:grid-cols-3' : 'lg:grid-cols-3')}>
      {children}
    </ul>
  )
}
