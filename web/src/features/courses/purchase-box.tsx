import type { Course } from '@virtual-courses/contract'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPrice } from '#lib/format.ts'
import { Card } from '#ui/card.tsx'
import { Price } from '#ui/price.tsx'
import { CourseImage } from './course-image.tsx'
import type { StoreCopy } from './store-copy.ts'

type Props = {
  course: Course
  copy: StoreCopy
  action: ReactNode
  /** a control at the top right of the image */
  corner?: ReactNode
}

/**
 * Image, price and the button. On narrow screens price and button leave the box and stay at the bottom of the screen;
 * they are the same elements in both places.
 */
export function PurchaseBox({ course, copy, action, corner }: Props) {
  return (
    <Card flush className="relative overflow-visible">
      <CourseImage course={course} sizes="(min-width: 64rem) 24rem, 92vw" first className="rounded-t-lg" />
      <div className="flex flex-col p-5 sm:p-6">
        <div
          data-bottom-bar
          className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:flex max-lg:items-center max-lg:gap-4 max-lg:border-t max-lg:border-line max-lg:bg-raised max-lg:px-gutter max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:shadow-popup"
        >
          <Price
            text={formatPrice(course.price)}
            struck={copy.struckPrice}
            size="xl"
            className="max-lg:flex-col max-lg:gap-0 max-lg:[&>span]:text-2xl"
          />
          <div className="min-w-0 flex-1 lg:mt-5">{action}</div>
        </div>
        <ul className="grid gap-3 lg:mt-6">
          {copy.bullets.map((bullet) => (
            <li key={bullet} className="flex items-start gap-3">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
              {bullet}
            </li>
          ))}
        </ul>
      </div>
      {corner && <div className="absolute top-3 right-3">{corner}</div>}
    </Card>
  )
}
