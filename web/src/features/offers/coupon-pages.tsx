import { useLingui } from '@lingui/react/macro'
import type { Coupon, CouponPage, NewCoupon } from '@virtual-courses/contract'
import { TicketPercent } from 'lucide-react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { placeName, placesBeside } from '#lib/list-place.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { CouponForm } from './coupon-form.tsx'
import { CouponList } from './coupon-list.tsx'
import type { FindCourses } from './course-finder.tsx'

type Props = {
  page: CouponPage
  /** finds the courses that a coupon can be for */
  find: FindCourses
  /** "All my courses" */
  everything: string
  /** address of the page */
  path: string
  create: (coupon: z.input<typeof NewCoupon>) => Promise<unknown>
  disable: (couponId: string) => Promise<unknown>
}

/** Coupons with their form, of an educator or of the site. */
export function CouponPages({ page, find, everything, path, create, disable }: Props) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()

  async function end({ _id, code }: Coupon) {
    try {
      await disable(_id)
      toast.success(t`${code} disabled`)
      await revalidate()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div>
        {page.coupons.length > 0 ? (
          <CouponList coupons={page.coupons} everything={everything} find={find} onDisable={end} />
        ) : (
          <Card>
            <EmptyState
              as="h2"
              icon={<TicketPercent />}
              title={t`No coupons yet`}
              text={t`A coupon takes per cent or rupees off. Its link carries the code to the course.`}
            />
          </Card>
        )}
        <div className="mt-8">
          <Pagination {...placesBeside(page, (at) => `${path}?${placeName}=${at}`)} />
        </div>
      </div>
      <CouponForm find={find} everything={everything} send={create} />
    </div>
  )
}
