import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { setWish } from './set-wish.ts'

type Props = {
  course: { _id: string; title: string }
  wished: boolean
  /** the course's card, with its heart */
  children: ReactNode
}

/** The place of a course on the wishlist. A course taken off leaves its place with the way back until the page is left. */
export function WishSlot({ course, wished, children }: Props) {
  const place = useRef<HTMLLIElement>(null)
  const shown = useRef(wished)
  const keep = useRef(false)

  useEffect(() => {
    const watch = () => {
      keep.current = place.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', watch)
    return () => document.removeEventListener('focusin', watch)
  }, [])

  // the button that was pressed goes away with what it stood on: its counterpart gets the focus
  useLayoutEffect(() => {
    if (shown.current === wished) return
    shown.current = wished
    if (keep.current && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [wished])

  return (
    <li ref={place}>
      {wished ? (
        children
      ) : (
        <div className="flex h-full min-h-48 animate-rise flex-col items-center justify-center gap-4 rounded-lg border-2 border-dashed border-line p-6 text-center">
          <p className="line-clamp-3 text-muted wrap-anywhere">
            You removed <span className="font-semibold text-ink">{course.title}</span>
          </p>
          <Button
            variant="secondary"
            size="sm"
            icon={<Undo2 className="size-4" />}
            aria-description={course.title}
            onClick={() => setWish(course._id, true)}
          >
            Undo
          </Button>
        </div>
      )}
    </li>
  )
}
