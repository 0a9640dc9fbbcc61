import { msg } from '@lingui/core/runtime-macro'
import { type InvoiceKind, isolate } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Sentence, speakTo } from '#core/languages/language.ts'
import { mailSiteOf, textMail } from '../accounts/index.ts'
import { renderPdf } from '../papers/index.ts'
import { rupees, toPaper } from './paper.ts'
import { findInvoice, findRecipient, insertMail, wasMailed } from './queries.ts'

type Texts = { file: string; subject: (site: string) => Sentence; title: Sentence; opening: Sentence }

const texts: Record<InvoiceKind, Texts> = {
  invoice: {
    file: 'invoice',
    subject: (site) => msg`Your invoice from ${{ site }}`,
    title: msg`Your invoice`,
    opening: msg`Thank you for your purchase. The invoice is attached as a PDF file.`,
  },
  receipt: {
    file: 'receipt',
    subject: (site) => msg`Your receipt from ${{ site }}`,
    title: msg`Your receipt`,
    opening: msg`Thank you for your purchase. The receipt is attached as a PDF file.`,
  },
  credit_note: {
    file: 'credit-note',
    subject: (site) => msg`Your credit note from ${{ site }}`,
    title: msg`Your credit note`,
    opening: msg`A payment goes back to you. The credit note is attached as a PDF file.`,
  },
}

/** True when mails can be read: sent by a mail server, or kept in the outbox of the demo. */
export const sendsMail = ({ SMTP_URL, outbox }: FeatureDeps['config']): boolean => SMTP_URL !== undefined || outbox

/**
 * Mails a document with its PDF file, in the buyer's language, to the address that they have now; to no one when the account was deleted. A mail that
 * was sent already is not repeated. The only numbers of four digits in mails are codes, so the number of the document is in the file.
 */
export async function sendInvoice(
  { db, clock, mail, settings, config }: Pick<FeatureDeps, 'db' | 'clock' | 'mail' | 'settings' | 'config'>,
  { invoiceId, mailId }: { invoiceId: string; mailId: string },
): Promise<void> {
  if (await wasMailed(db, mailId)) return
  const invoice = await findInvoice(db, invoiceId)
  const buyer = invoice && (await findRecipient(db, invoice.userId))
  if (!invoice || !buyer) return
  const site = mailSiteOf({ settings, config })
  const say = speakTo(site, buyer.language)
  const content = await renderPdf(toPaper(invoice, say), { client: 'mails', background: true })
  const { file, subject, title, opening } = texts[invoice.kind]
  const parts = [
    say(opening),
    say(msg`Amount: ${{ amount: rupees(invoice.amount) }}`),
    { quiet: say(msg`Order: ${{ order: invoice.orderId }}`) },
  ]
  await mail.send({
    ...textMail(say, {
      site,
      to: buyer.email,
      subject: say(subject(isolate(site.siteName))),
      title: say(title),
      parts,
    }),
    attachments: [
      { name: `${file}-${invoice.number.replaceAll('/', '')}.pdf`, contentType: 'application/pdf', content },
    ],
  })
  await insertMail(db, { id: mailId, invoice_id: invoiceId, sent_at: clock.now() })
}
