import { lazy, Suspense } from 'react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Offer } from './link-code.ts'

const CouponBox = lazy(() => import('./coupon-box.tsx').then((module) => ({ default: module.CouponBox })))

/** The coupon box, fetched after the page: it is an extra. Its place is reserved. */
export function LazyCouponBox({ offer }: { offer: Offer | null }) {
  const place = offer ? <Skeleton className="h-12 w-full" /> : <div className="h-6" />
  return useHydrated() ? (
    <Suspense fallback={place}>
      <CouponBox offer={offer} />
    </Suspense>
  ) : (
    place
  )
}
