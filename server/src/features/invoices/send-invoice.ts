import { type InvoiceKind, isolate } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { textMail } from '../accounts/index.ts'
import { rupees, toPaper } from './paper.ts'
import { renderPdf } from './pdf/render-pdf.ts'
import { findInvoice, findRecipient, insertMail, wasMailed } from './queries.ts'

const names: Record<InvoiceKind, string> = { invoice: 'invoice', receipt: 'receipt', credit_note: 'credit note' }
const sentences: Record<InvoiceKind, string> = {
  invoice: 'Thank you for your purchase. The invoice is attached as a PDF file.',
  receipt: 'Thank you for your purchase. The receipt is attached as a PDF file.',
  credit_note: 'A payment goes back to you. The credit note is attached as a PDF file.',
}

/** True when mails can be read: sent by a mail server, or kept in the outbox of the demo. */
export const sendsMail = ({ SMTP_URL, outbox }: FeatureDeps['config']): boolean => SMTP_URL !== undefined || outbox

/**
 * Mails a document with its PDF file to the address that its buyer has now; to no one when the account was deleted. A mail that
 * was sent already is not repeated. The only numbers of four digits in mails are codes, so the number of the document is in the file.
 */
export async function sendInvoice(
  { db, clock, mail, settings }: Pick<FeatureDeps, 'db' | 'clock' | 'mail' | 'settings'>,
  { invoiceId, mailId }: { invoiceId: string; mailId: string },
): Promise<void> {
  if (await wasMailed(db, mailId)) return
  const invoice = await findInvoice(db, invoiceId)
  const to = invoice && (await findRecipient(db, invoice.userId))
  if (!invoice || to === undefined) return
  const content = await renderPdf(toPaper(invoice), { client: 'mails', background: true })
  const { siteName } = settings.current()
  const what = names[invoice.kind]
  const parts = [sentences[invoice.kind], `Amount: ${rupees(invoice.amount)}`, { quiet: `Order: ${invoice.orderId}` }]
  await mail.send({
    ...textMail(siteName, to, { subject: `Your ${what} from ${isolate(siteName)}`, title: `Your ${what}`, parts }),
    attachments: [
      {
        name: `${what.replace(' ', '-')}-${invoice.number.replaceAll('/', '')}.pdf`,
        contentType: 'application/pdf',
        content,
      },
    ],
  })
  await insertMail(db, { id: mailId, invoice_id: invoiceId, sent_at: clock.now() })
}
