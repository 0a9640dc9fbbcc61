import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { mailInvoice } from './jobs.ts'
import { findInvoice, findRecipient } from './queries.ts'
import { sendsMail } from './send-invoice.ts'

/**
 * Mails documents to their buyer again; `then` runs in the same transaction. Throws not_found for none, for an unknown one and for a
 * buyer whose account was deleted, and no_mail_server where no mail is sent.
 */
export async function resendInvoices(
  { db, config }: Pick<FeatureDeps, 'db' | 'config'>,
  invoiceIds: readonly string[],
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  if (!sendsMail(config)) throw new DomainError('no_mail_server', msg`This site sends no mail: set SMTP_URL`)
  if (invoiceIds.length === 0) throw new DomainError('not_found', msg`This order has no invoice`)
  await transact(db, async (tx) => {
    for (const invoiceId of invoiceIds) {
      const invoice = await findInvoice(tx, invoiceId)
      if (!invoice) throw new DomainError('not_found')
      if ((await findRecipient(tx, invoice.userId)) === undefined)
        throw new DomainError('not_found', msg`The account of the buyer was deleted: there is no address to mail to`)
      tx.enqueue(mailInvoice, { invoiceId, mailId: newId() })
    }
    await then(tx)
  })
}
