import { z } from 'zod'

/** What documents record when they are issued. Later settings, names and titles do not change them. */

export const Seller = z.object({
  name: z.string(),
  address: z.string(),
  /** GST code; "" where the operator set none */
  state: z.string(),
  gstin: z.string(),
  /** support address; "" for none */
  email: z.string(),
})
export type Seller = z.output<typeof Seller>

/** Without an email address: documents outlive deleted accounts, and the law does not require one. */
export const Buyer = z.object({
  name: z.string(),
  address: z.string(),
  state: z.string(),
  gstin: z.string(),
})
export type Buyer = z.output<typeof Buyer>

const Paise = z.number().int()

/** A sold course, or what a credit note takes back of it. `list` is the price without its discount. */
export const Line = z.object({
  courseId: z.string(),
  title: z.string(),
  serviceCode: z.string(),
  list: Paise,
  amount: Paise,
  /** of all taxes together */
  percent: z.number(),
  taxable: Paise,
  cgst: Paise,
  sgst: Paise,
  igst: Paise,
})
export type Line = z.output<typeof Line>
