import { CircleCheck } from 'lucide-react'
import { Card } from '#ui/layout/card.tsx'
import { atBottom } from '#ui/layout/dock.tsx'
import type { Slot } from '#ui/slot.ts'
import type { StoreCopy } from './store-copy.ts'

type Props = {
  /** image or preview of the course, 16:9 */
  media: Slot
  /** the price, or how far its owner has come */
  state: Slot
  copy: StoreCopy
  action: Slot
  /** coupons, sales and bundles; above what is included */
  offers?: Slot
  /** a control at the top right of the image */
  corner?: Slot
}

/**
 * Image, price and the button, then what is included. On narrow screens price and button leave the box and stay at the bottom of the screen;
 * they are the same elements in both places.
 */
export function PurchaseBox({ media, state, copy, action, offers, corner }: Props) {
  return (
    <Card flush className="relative overflow-visible">
      <div id="course-media" className="scroll-mt-24 overflow-hidden rounded-t-lg">
        {media}
      </div>
      {corner && <div className="absolute end-3 top-3">{corner}</div>}
      <div className="flex flex-col p-5 sm:p-6">
        <div
          ref={atBottom}
          data-bottom-bar
          className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--docked-strip) max-lg:z-30 max-lg:flex max-lg:items-center max-lg:min-h-[calc(5rem+1px)] max-lg:gap-4 max-lg:border-t max-lg:border-line max-lg:bg-raised max-lg:ps-gutter max-lg:pe-[max(var(--spacing-gutter),var(--bar-end,0px))] max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:shadow-popup"
        >
          {state}
          <div className="min-w-0 flex-1 lg:mt-5">{action}</div>
        </div>
        {offers && <div className="grid gap-3 max-lg:mb-5 lg:mt-4">{offers}</div>}
        <ul className="grid gap-3 lg:mt-6">
          {copy.bullets.map((bullet) => (
            <li key={bullet} className="flex items-start gap-3">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
              <span>{bullet}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
