import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls, type StatementMonth } from '@virtual-courses/contract'
import { Download } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { FileLink } from '#ui/form/file-link.tsx'
import { Card } from '#ui/layout/card.tsx'

const parts = [
  [msg`Opening balance`, 'opening'],
  [msg`Sales`, 'sales'],
  [msg`Refunds`, 'refunds'],
  [msg`Payouts`, 'payouts'],
  [msg`Closing balance`, 'closing'],
] as const

const fileOf = (path: string, month: string): string => path.replace(':month', month)

const formats = [
  ['PDF', calls.payouts.statementPdf.path],
  ['CSV', calls.payouts.statementCsv.path],
] as const

/** The months of an educator, each with its sums and its statement as files. */
export function StatementList({ months }: { months: readonly StatementMonth[] }) {
  const { t } = useLingui()
  const { formatMonth } = useFormats()
  return (
    <ul className="grid gap-3">
      {months.map((row) => (
        <Card as="li" key={row.month} className="p-4 sm:p-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="font-sans text-lg font-semibold tracking-normal">{formatMonth(row.month)}</h3>
            <p className="flex gap-2">
              {formats.map(([name, path]) => (
                <FileLink
                  login={paths.login}
                  key={name}
                  href={fileOf(path, row.month)}
                  aria-label={t`Statement of ${{ month: formatMonth(row.month) }} as ${name}`}
                  className={buttonClass({ variant: 'secondary', size: 'sm' })}
                >
                  <Download aria-hidden="true" className="size-4" />
                  <span>{name}</span>
                </FileLink>
              ))}
            </p>
          </div>
          <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-5">
            {parts.map(([name, key]) => (
              <div key={key} className="max-sm:first:col-span-2 max-sm:last:col-span-2">
                <dt className="text-sm text-muted">{t(name)}</dt>
                <dd className="tabular font-medium">{formatRupees(row[key])}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </ul>
  )
}
