import { useLingui } from '@lingui/react/macro'
import type { InvoiceKind } from '@virtual-courses/contract'
import type { ReactElement } from 'react'
import { invoiceNames, invoicePage } from '../order-states.ts'

type Props = {
  document: { _id: string; number: string; kind: InvoiceKind }
  /** the link to its PDF file */
  pdf: ReactElement
}

/** Names an invoice, receipt or credit note, with links to it as a page and as a file. */
export function DocumentLinks({ document: { _id, number, kind }, pdf }: Props) {
  const { t } = useLingui()
  return (
    <>
      <span className="wrap-anywhere">{`${t(invoiceNames[kind])} ${number}`}</span>
      <a
        href={invoicePage(_id)}
        target="_blank"
        rel="noreferrer"
        className="py-1 text-link underline underline-offset-4"
      >
        <span>{t({ message: 'Open', context: 'document' })}</span>
        <span className="sr-only">{`: ${number}`}</span>
      </a>
      {pdf}
    </>
  )
}
