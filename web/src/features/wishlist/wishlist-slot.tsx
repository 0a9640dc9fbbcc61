import { Trans } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import type { Slot } from '#ui/slot.ts'
import { useSetWishlisted } from './wishlist-button.tsx'

type Props = {
  course: { _id: string; title: string }
  wishlisted: boolean
  /** the course's card, with its heart */
  children: Slot
}

/** A course on the wishlist. After its removal an Undo button stays until the page is left. */
export function WishlistSlot({ course, wishlisted, children }: Props) {
  const { title } = course
  const setWishlisted = useSetWishlisted()
  const item = useRef<HTMLLIElement>(null)
  const shown = useRef(wishlisted)
  const keep = useRef(false)

  useEffect(() => {
    const watch = () => {
      keep.current = item.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', watch)
    return () => document.removeEventListener('focusin', watch)
  }, [])

  // the pressed button disappears: its counterpart gets the focus
  useLayoutEffect(() => {
    if (shown.current === wishlisted) return
    shown.current = wishlisted
    if (keep.current && document.activeElement === document.body)
      item.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [wishlisted])

  return (
    <li ref={item}>
      {wishlisted ? (
        children
      ) : (
        <div className="flex h-full min-h-48 animate-rise flex-col items-center justify-center gap-4 rounded-lg border-2 border-dashed border-line p-6 text-center">
          <p className="line-clamp-3 text-muted wrap-anywhere">
            <Trans>
              You removed{' '}
              <span {...writtenIn()} className="font-semibold text-ink">
                {title}
              </span>
            </Trans>
          </p>
          <Button
            variant="secondary"
            size="sm"
            icon={<Undo2 className="size-4" />}
            aria-description={course.title}
            onClick={() => setWishlisted(course._id, true)}
          >
            <Trans>Undo</Trans>
          </Button>
        </div>
      )}
    </li>
  )
}
