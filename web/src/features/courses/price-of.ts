import { formatRupees } from '#lib/format.ts'

/** A course's price in words: "₹1,299", "Free", or nothing while none was set (a draft). */
export const priceOf = (price: number | null): string => (price === null ? '' : formatRupees(price, { free: true }))
