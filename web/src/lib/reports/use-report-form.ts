import { useLingui } from '@lingui/react/macro'
import { type ReportReason, reportReasons } from '@virtual-courses/contract'
import { useForm } from '../forms/use-form.ts'
import { reportReasonNames } from './report-reasons.ts'

/** The form of a report to the admins. `read` returns what is sent; null without a reason, and then the form asks for one. */
export function useReportForm() {
  const { t } = useLingui()
  const form = useForm({ reason: '', text: '' })
  return {
    form,
    choices: reportReasons.map((value) => ({ value, label: t(reportReasonNames[value]) })),
    read(): { reason: ReportReason; text: string } | null {
      const reason = reportReasons.find((one) => one === form.values.reason)
      if (reason) return { reason, text: form.values.text }
      form.showErrors({ reason: t`Please choose a reason` })
      return null
    },
  }
}
