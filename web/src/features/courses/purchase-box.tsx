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
 * Image, price and the button, then what is included. On narrow screens price and button leave the box and stay at the bottom of the screen,
 * unless large letters would fill it; they are the same elements in both places.
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
          className="docked:fixed docked:inset-x-0 docked:bottom-(--docked-strip) docked:z-30 docked:flex docked:items-center docked:min-h-[calc(5rem+1px)] docked:gap-4 docked:border-t docked:border-line docked:bg-raised docked:ps-gutter docked:pe-[max(var(--spacing-gutter),var(--bar-end,0px))] docked:pt-3 docked:pb-[max(0.75rem,env(safe-area-inset-bottom))] docked:shadow-popup"
        >
          {state}
          <div className="mt-5 min-w-0 flex-1 docked:mt-0">{action}</div>
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
