import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminPost, isolate, type ReportedReview } from '@virtual-courses/contract'
import { Check, Flag } from 'lucide-react'
import { reportReasonNames } from '#lib/reports/report-reasons.ts'
import { formatCount } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'

type Props = {
  of: Pick<AdminPost | ReportedReview, 'openReports' | 'reports'>
  /** names the list */
  label: string
  /** what is said where no report is open */
  decided: string
}

/** Who reported something to the admins, and why. */
export function ReportBox({ of: { openReports, reports }, label, decided }: Props) {
  const { t } = useLingui()
  const rest = openReports - reports.filter(({ open }) => open).length
  return (
    <div className="mt-4 rounded-md bg-sunken p-3">
      <Badge tone={openReports > 0 ? 'danger' : 'success'} icon={openReports > 0 ? <Flag /> : <Check />}>
        {openReports > 0
          ? t`${plural({ count: openReports }, { one: '# open report', other: '# open reports' })}`
          : decided}
      </Badge>
      <ul aria-label={label} className="mt-2 grid gap-2 text-sm">
        {reports.map(({ reason, text, reporterName, open, createdAt }) => (
          <li key={`${createdAt} ${reporterName}`} className="wrap-anywhere">
            <span className="font-medium">{t(reportReasonNames[reason])}</span>
            <span className="text-muted">
              {!open && openReports > 0 ? (
                <Trans>
                  <span>{` by ${{ reporter: isolate(reporterName) }}, `}</span>
                  <ReaderTime iso={createdAt} className="tabular" />
                  <span>, closed</span>
                </Trans>
              ) : (
                <Trans>
                  <span>{` by ${{ reporter: isolate(reporterName) }}, `}</span>
                  <ReaderTime iso={createdAt} className="tabular" />
                </Trans>
              )}
            </span>
            {text && <p className="whitespace-pre-line">{text}</p>}
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-2 text-sm text-muted">{t`and ${{ count: formatCount(rest) }} more`}</p>}
    </div>
  )
}
