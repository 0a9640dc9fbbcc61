import { formatRupees } from '#lib/format.ts'

/** A price in the educator's list: "₹1,299", or "NA" while none was set. */
export const coursePrice = (price: number | null): string => (price === null ? 'NA' : formatRupees(price))
