import type { ComponentProps } from 'react'
import { CourseCard } from '#features/courses/course-card.tsx'
import { WishlistButton } from '#features/wishlist/wishlist-button.tsx'

/** A course that can be bought, with the heart of students: the card of every list of the store. */
export function StoreCard(props: Omit<ComponentProps<typeof CourseCard>, 'corner'>) {
  return <CourseCard {...props} corner={<WishlistButton course={props.course} />} />
}
