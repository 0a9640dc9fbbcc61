import { Heart } from 'lucide-react'
import { useViewer } from '#lib/root-data.ts'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { setWish } from './set-wish.ts'
import { useWished } from './wishes.ts'

type Props = { course: { _id: string; title: string }; className?: string }

/** The heart of a course; students alone have one. */
export function WishButton({ course, className }: Props) {
  const wished = useWished(course._id)
  if (useViewer()?.role !== 'student') return null
  return (
    <IconButton
      floating
      label={wished ? 'Remove from wishlist' : 'Add to wishlist'}
      aria-description={course.title}
      aria-pressed={wished}
      onClick={() => setWish(course._id, !wished)}
      className={cx('group/heart', className)}
    >
      <Heart
        className={cx(
          'transition-[fill,color,scale] group-active/heart:scale-80',
          wished ? 'fill-danger text-danger' : 'fill-transparent group-hover/heart:text-danger',
        )}
      />
    </IconButton>
  )
}
