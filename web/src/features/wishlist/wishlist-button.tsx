import { Heart } from 'lucide-react'
import { useViewer } from '#lib/root-data.ts'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useSetWishlisted, useWishlist } from './use-wishlist.ts'

type Props = { course: { _id: string; title: string }; className?: string }

/** The heart of a course; only students have one. */
export function WishlistButton({ course, className }: Props) {
  const wishlisted = useWishlist().has(course._id)
  const setWishlisted = useSetWishlisted()
  if (useViewer()?.role !== 'student') return null
  return (
    <IconButton
      floating
      label={wishlisted ? 'Remove from wishlist' : 'Add to wishlist'}
      aria-description={course.title}
      aria-pressed={wishlisted}
      onClick={() => setWishlisted(course._id, !wishlisted)}
      className={cx('group/heart', className)}
    >
      <Heart
        className={cx(
          'transition-[fill,color,scale] group-active/heart:scale-80',
          wishlisted ? 'fill-danger text-danger' : 'fill-transparent group-hover/heart:text-danger',
        )}
      />
    </IconButton>
  )
}
