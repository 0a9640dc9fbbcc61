import { stateOfGstin } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import type { Buyer, Seller } from './documents.ts'
import { findBuyer } from './queries.ts'
import { placeOfSupply, splitTax, type Taxes, taxOf, untaxed } from './rules.ts'

/** How the prices of a sale are taxed. Its invoice is issued with it, so that ledger, items and invoice agree to the paisa. */
export type SaleTax = {
  seller: Seller
  buyer: Buyer
  /** "" for a seller without a GSTIN */
  placeOfSupply: string
  /** of all taxes together */
  percent: number
  /** of each price, in the order of `amounts` */
  taxes: Taxes[]
  /** all taxes of each price together */
  gst: Paise[]
}

/** Splits the prices of a sale by the settings of the seller and the buyer's current details. `amounts` contain their tax. */
export async function taxOfSale(
  tx: Tx,
  { settings }: Pick<FeatureDeps, 'settings'>,
  userId: string,
  amounts: readonly Paise[],
): Promise<SaleTax> {
  const { siteName, supportAddress, sellerName, sellerAddress, sellerState, sellerGstin, gstPercent } =
    settings.current()
  const buyer = await findBuyer(tx, userId)
  const registered = sellerGstin !== ''
  const state = registered ? stateOfGstin(sellerGstin) : sellerState
  const place = registered ? placeOfSupply(buyer, state) : ''
  const taxes = amounts.map((amount) => (registered ? splitTax(amount, gstPercent, place === state) : untaxed(amount)))
  return {
    seller: { name: sellerName || siteName, address: sellerAddress, state, gstin: sellerGstin, email: supportAddress },
    buyer,
    placeOfSupply: place,
    percent: registered ? gstPercent : 0,
    taxes,
    gst: taxes.map(taxOf),
  }
}
