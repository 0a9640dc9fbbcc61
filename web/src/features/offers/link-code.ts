import { ApiError, type Client, api as calls, couponParameter, type Quote } from '@virtual-courses/contract'

/** Returns the code that an address carries; undefined without one. */
export const codeOf = (search: URLSearchParams): string | undefined =>
  search.get(couponParameter)?.trim().slice(0, 40) || undefined

/** Returns an address with a code. */
export const withCode = (path: string, code: string | undefined): string =>
  code === undefined
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [couponParameter]: code })}`

/** What the page shows of a code: the quote with it, or why there is none. */
export type Offer = Pick<Quote, 'list' | 'price' | 'discount' | 'coupon' | 'problem'>

/** Asks what a code leaves of a price; null without a code. A refused try is said as the reason, and never breaks the page. */
export async function readOffer(
  api: Client,
  { code, ...target }: { courseId?: string; bundleId?: string; code: string | undefined },
): Promise<Offer | null> {
  if (code === undefined) return null
  try {
    return await api(calls.offers.quote, { query: { ...target, code } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { list: 0, price: 0, discount: 0, coupon: null, problem: error.message }
  }
}
