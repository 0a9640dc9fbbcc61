import type { BillingDetails, InvoiceKind } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { InvoiceMailsTable, InvoicesTable } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import { Buyer, Line, Seller } from './documents.ts'
import { type Credited, totalsOf } from './rules.ts'

/** An issued document. `refersTo` is the number of the document that a credit note is for. */
export type Invoice = {
  id: string
  number: string
  kind: InvoiceKind
  orderId: string
  refersTo: { number: string; issuedAt: Date } | null
  userId: string
  issuedAt: Date
  placeOfSupply: string
  seller: Seller
  buyer: Buyer
  lines: Line[]
  amount: Paise
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
}

export type NewInvoice = Omit<Invoice, 'refersTo'> & {
  refersTo: string | null
  refundId: string | null
  disputeId: string | null
}

export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<void> {
  await tx
    .insertInto('invoices')
    .values({
      id: invoice.id,
      number: invoice.number,
      kind: invoice.kind,
      order_id: invoice.orderId,
      refund_id: invoice.refundId,
      dispute_id: invoice.disputeId,
      refers_to: invoice.refersTo,
      user_id: invoice.userId,
      issued_at: invoice.issuedAt,
      place_of_supply: invoice.placeOfSupply,
      seller: JSON.stringify(invoice.seller),
      buyer: JSON.stringify(invoice.buyer),
      lines: JSON.stringify(invoice.lines),
      amount_paise: invoice.amount,
      taxable_paise: invoice.taxable,
      cgst_paise: invoice.cgst,
      sgst_paise: invoice.sgst,
      igst_paise: invoice.igst,
    })
    .execute()
}

/**
 * Takes the next number of a series. Documents of a series wait for each other until the commit; a rollback returns the number. The
 * time is `now`, or that of the last document where it is later.
 */
export async function takeNumber(
  tx: Tx,
  { series, kind, year, now }: { series: string; kind: InvoiceKind; year: string; now: Date },
): Promise<{ count: number; at: Date }> {
  const row = await tx
    .insertInto('invoice_counters')
    .values({ series, kind, year, last: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['series', 'kind', 'year']).doUpdateSet({
        last: sql`invoice_counters.last + 1`,
        last_at: sql`greatest(invoice_counters.last_at, excluded.last_at)`,
      }),
    )
    .returning(['last', 'last_at'])
    .executeTakeFirstOrThrow()
  return { count: row.last, at: row.last_at }
}

/** The buyer's name and address on a document: as saved for invoices, else from their account. */
export async function findBuyer(on: Executor, userId: string): Promise<Buyer> {
  const row = await on
    .selectFrom('users')
    .leftJoin('billing_details', 'billing_details.user_id', 'users.id')
    .select('users.name as account_name')
    .select(['billing_details.name', 'billing_details.address', 'billing_details.state', 'billing_details.gstin'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const { account_name, name, address, state, gstin } = row
  return { name: name || account_name, address: address ?? '', state: state ?? '', gstin: gstin ?? '' }
}

/** Titles of courses, also of removed ones. */
export async function findTitles(on: Executor, courseIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await on
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('id', 'in', [...courseIds])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

type Row = Omit<Selectable<InvoicesTable>, 'refund_id' | 'dispute_id'> & {
  reference: string | null
  reference_at: Date | null
}

const read = (row: Row): Invoice => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  orderId: row.order_id,
  refersTo:
    row.reference === null || row.reference_at === null ? null : { number: row.reference, issuedAt: row.reference_at },
  userId: row.user_id,
  issuedAt: row.issued_at,
  placeOfSupply: row.place_of_supply,
  seller: Seller.parse(row.seller),
  buyer: Buyer.parse(row.buyer),
  lines: z.array(Line).parse(row.lines),
  amount: row.amount_paise,
  taxable: row.taxable_paise,
  cgst: row.cgst_paise,
  sgst: row.sgst_paise,
  igst: row.igst_paise,
})

const selectInvoices = (on: Executor) =>
  on
    .selectFrom('invoices')
    .leftJoin('invoices as referred', 'referred.id', 'invoices.refers_to')
    .selectAll('invoices')
    .select(['referred.number as reference', 'referred.issued_at as reference_at'])

/** A document of anyone. */
export async function findInvoice(on: Executor, invoiceId: string): Promise<Invoice | undefined> {
  const row = await selectInvoices(on).where('invoices.id', '=', invoiceId).executeTakeFirst()
  return row && read(row)
}

/** The invoice or receipt of an order, locked: its credit notes are written one after the other. */
export async function lockInvoiceOf(tx: Tx, orderId: string): Promise<Invoice | undefined> {
  const row = await selectInvoices(tx)
    .where('invoices.order_id', '=', orderId)
    .where('invoices.kind', '<>', 'credit_note')
    .forUpdate('invoices')
    .executeTakeFirst()
  return row && read(row)
}

/** What the credit notes of a document returned, by course, and the note for this cause, if it was issued. */
export async function findCredited(
  tx: Tx,
  invoiceId: string,
  cause: { refundId: string | null; disputeId: string | null },
): Promise<{
  byCourse: Map<string, Credited>
  credited: { id: string; number: string; kind: InvoiceKind } | undefined
}> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'number', 'kind', 'lines', 'refund_id', 'dispute_id'])
    .where('refers_to', '=', invoiceId)
    .execute()
  const lines = rows.flatMap((row) => z.array(Line).parse(row.lines))
  const byCourse = new Map(
    [...Map.groupBy(lines, ({ courseId }) => courseId)].map(([courseId, own]) => [courseId, totalsOf(own)]),
  )
  const own = rows.find(({ refund_id, dispute_id }) =>
    cause.refundId === null ? dispute_id === cause.disputeId : refund_id === cause.refundId,
  )
  return { byCourse, credited: own && { id: own.id, number: own.number, kind: own.kind } }
}

/** A document in a list of purchases; `amount` in paise. */
export type ListedInvoice = {
  id: string
  orderId: string
  number: string
  kind: InvoiceKind
  issuedAt: Date
  amount: Paise
}

/** The documents of orders, each with the oldest first. */
export async function findInvoicesOf(on: Executor, orderIds: readonly string[]): Promise<ListedInvoice[]> {
  if (orderIds.length === 0) return []
  const rows = await on
    .selectFrom('invoices')
    .select(['id', 'order_id', 'number', 'kind', 'issued_at', 'amount_paise'])
    .where('order_id', 'in', [...orderIds])
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    number: row.number,
    kind: row.kind,
    issuedAt: row.issued_at,
    amount: row.amount_paise,
  }))
}

export async function findBilling(on: Executor, userId: string): Promise<BillingDetails> {
  const row = await on
    .selectFrom('billing_details')
    .select(['name', 'address', 'state', 'gstin'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { name: '', address: '', state: '', gstin: '' }
}

/** The address and the language of a user who can read mails; undefined when the account was deleted. */
export const findRecipient = (on: Executor, userId: string) =>
  on
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export async function wasMailed(on: Executor, mailId: string): Promise<boolean> {
  return (await on.selectFrom('invoice_mails').select('id').where('id', '=', mailId).executeTakeFirst()) !== undefined
}

export const insertMail = (on: Executor, mail: Insertable<InvoiceMailsTable>) =>
  on
    .insertInto('invoice_mails')
    .values(mail)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
