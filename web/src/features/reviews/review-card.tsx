import type { Review } from '@virtual-courses/contract'
import { roleName } from '#lib/role-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { Rating } from '#ui/rating.tsx'

/** A review with its author. */
export function ReviewCard({ review }: { review: Review }) {
  const { user } = review
  return (
    <Card as="article" className="flex h-full flex-col">
      <Rating value={review.rating} full />
      <blockquote className="mt-4 line-clamp-6 flex-1 text-lg leading-relaxed whitespace-pre-line wrap-anywhere">
        {review.comment}
      </blockquote>
      <footer className="mt-6 flex items-center gap-3">
        <Avatar name={user.name} photo={user.photoUrl} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{user.name}</p>
          <p className="text-sm text-muted">{roleName[user.role]}</p>
        </div>
      </footer>
    </Card>
  )
}
