import type { ComponentProps } from 'react'
import { CourseCard } from '#features/courses/course-card.tsx'
import { WishButton } from '#features/wishlist/wish-button.tsx'

/** A course that can be bought, with the heart of students: the card of every list of the store. */
export function StoreCard(props: Omit<ComponentProps<typeof CourseCard>, 'corner'>) {
  return <CourseCard {...props} corner={<WishButton course={props.course} />} />
}
