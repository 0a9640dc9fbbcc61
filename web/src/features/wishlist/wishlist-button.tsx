import { useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { type Fetcher, useFetchers } from 'react-router'
import { useUserData, useViewer } from '#lib/session/root-data.ts'
import { useUserFetcher } from '#lib/session/use-user-fetcher.ts'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useEarlyPress } from '#ui/early-press.ts'

/** Returns the ids of the courses on the wishlist, pending changes included. */
export function useWishlist(): ReadonlySet<string> {
  const saved = useUserData()?.wishlist ?? []
  const fetchers = useFetchers()
  return withPendingHearts(saved, fetchers)
}

/** Returns the ids as they are once the pending fetchers are saved. */
export function withPendingHearts(saved: readonly string[], fetchers: readonly Pick<Fetcher, 'formData'>[]) {
  const courseIds = new Set(saved)
  for (const { formData } of fetchers) {
    const courseId = formData?.get('courseId')
    if (typeof courseId !== 'string') continue
    if (formData?.get('wishlisted') === 'true') courseIds.add(courseId)
    else courseIds.delete(courseId)
  }
  return courseIds
}

/** Returns a function that puts a course on the wishlist or takes it off. Every heart of the course shows it at once. */
export function useSetWishlisted(): (courseId: string, wishlisted: boolean) => void {
  const send = useUserFetcher()
  return (courseId, wishlisted) => send(`wishlist ${courseId}`, { courseId, wishlisted: String(wishlisted) })
}

type Props = { course: { _id: string; title: string }; className?: string }

/** The heart of a course; only students have one. */
export function WishlistButton({ course, className }: Props) {
  const { t } = useLingui()
  const wishlisted = useWishlist().has(course._id)
  const setWishlisted = useSetWishlisted()
  const toggle = () => setWishlisted(course._id, !wishlisted)
  const early = useEarlyPress(`heart ${course._id}`, toggle)
  if (useViewer()?.role !== 'student') return null
  return (
    <IconButton
      {...early}
      floating
      label={wishlisted ? t`Remove from wishlist` : t`Add to wishlist`}
      aria-description={course.title}
      aria-pressed={wishlisted}
      onClick={toggle}
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
