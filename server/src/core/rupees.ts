import { formatRupees as format } from '@virtual-courses/contract'
import type { Paise } from '#ports/payments.ts'

/** An amount in a sentence, such as ₹1,499 or ₹1,499.50: whole rupees without paise. */
export const formatRupees = (paise: Paise): string => format(paise / 100)
