import type { Review } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { reviewsToShow } from './reviews-to-show.ts'

const review = (id: number, comment: string): Review => ({
  _id: String(id),
  rating: 5,
  comment,
  courseId: 'c1',
  user: { name: 'Asha', photoUrl: '', role: 'student' },
  createdAt: '2026-01-01T00:00:00.000Z',
})

it('shows at most six, in their order, and none without words', () => {
  const reviews = [review(0, ''), review(1, ' \n'), ...[2, 3, 4, 5, 6, 7, 8].map((id) => review(id, 'Good'))]
  expect(reviewsToShow(reviews).map(({ _id }) => _id)).toEqual(['2', '3', '4', '5', '6', '7'])
})
