import type { Paise } from '#ports/payments.ts'

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** An amount in a sentence, such as ₹1,499 or ₹1,499.50: whole rupees without paise. */
export const formatRupees = (paise: Paise): string => (paise % 100 === 0 ? whole : exact).format(paise / 100)
