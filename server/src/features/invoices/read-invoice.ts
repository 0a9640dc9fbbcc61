import { api } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { renderPdf } from '../papers/index.ts'
import { newNonce, pageHeaders, toPage } from './page.ts'
import { toPaper } from './paper.ts'
import { findInvoice, type Invoice } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db'>

/** A document of the viewer, or of anyone for an admin. Throws not_found for those of others. */
async function findReadable({ db }: Deps, viewer: CurrentUser, invoiceId: string): Promise<Invoice> {
  const invoice = await findInvoice(db, invoiceId)
  if (!invoice || (invoice.userId !== viewer.id && viewer.role !== 'admin')) throw new DomainError('not_found')
  return invoice
}

/** Returns a document as a page to print, in the reader's language. Throws not_found. */
export async function showInvoice(deps: Deps, viewer: CurrentUser, invoiceId: string, say: Say): Promise<StreamReply> {
  const invoice = await findReadable(deps, viewer, invoiceId)
  const nonce = newNonce()
  const pdfUrl = api.invoices.pdf.path.replace(':invoiceId', encodeURIComponent(invoice.id))
  return {
    kind: 'text',
    text: toPage(toPaper(invoice, say), say, pdfUrl, nonce),
    contentType: 'text/html; charset=utf-8',
    headers: pageHeaders(nonce),
  }
}

/** Returns a document as a PDF file, in the language of who downloads it. Throws not_found, rate_limited, unavailable. */
export async function downloadInvoice(
  deps: Deps,
  viewer: CurrentUser,
  invoiceId: string,
  { say, signal }: { say: Say; signal: AbortSignal },
): Promise<StreamReply> {
  const invoice = await findReadable(deps, viewer, invoiceId)
  const bytes = await renderPdf(toPaper(invoice, say), { client: viewer.id, signal })
  return {
    kind: 'bytes',
    bytes,
    contentType: 'application/pdf',
    headers: {
      'content-disposition': `attachment; filename="${invoice.number.replaceAll('/', '-')}.pdf"`,
      'cache-control': 'no-store',
    },
  }
}
