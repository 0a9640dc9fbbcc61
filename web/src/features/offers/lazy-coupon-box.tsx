import { Trans } from '@lingui/react/macro'
import { TicketPercent } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'
import { sayMissing } from '#ui/overlays/toast.ts'
import type { CouponBoxProps } from './coupon-box.tsx'
import type { Offer } from './link-code.ts'

const load = () => import('./coupon-box.tsx').then((module) => module.CouponBox)

const CouponBox = lazy<ComponentType<CouponBoxProps>>(async () => ({ default: await load() }))

/** Errors are shown by the click that follows. */
const warmUp = () => {
  load().catch(() => {})
}

/** The coupon box. Without a code in the address it is a button, and the field is fetched when it is pressed. */
export function LazyCouponBox({ offer }: { offer: Offer | null }) {
  const [asked, setAsked] = useState(false)
  const hydrated = useHydrated()
  const ask = () => {
    load().then(() => setAsked(true), sayMissing)
  }
  if (!asked && !offer)
    return (
      <Button
        variant="link"
        className="justify-self-start text-sm"
        icon={<TicketPercent aria-hidden="true" className="size-4" />}
        onPointerEnter={warmUp}
        onFocus={warmUp}
        onClick={ask}
      >
        <Trans>Have a coupon?</Trans>
      </Button>
    )
  const place = <Skeleton className="h-12 w-full" />
  return hydrated ? (
    <Suspense fallback={place}>
      <CouponBox offer={offer} asked={asked} />
    </Suspense>
  ) : (
    place
  )
}
