import { useLingui } from '@lingui/react/macro'
import { type Announcement, api as calls, maxReportLength } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { useReportForm } from '#lib/reports/use-report-form.ts'
import { ReasonFields } from '#ui/form/reason-fields.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

type Props = { announcement: Announcement; onClose: () => void; onReported: () => void }

/** Asks a student why they report an announcement. */
export function ReportDialog({ announcement, onClose, onReported }: Props) {
  const { t } = useLingui()
  const { form, choices, read } = useReportForm()

  async function report(body: NonNullable<ReturnType<typeof read>>) {
    const params = { announcementId: announcement._id }
    const reply = await browserApi(calls.announcements.report, { params, body })
    onReported()
    return reply
  }

  return (
    <FormDialog
      title={t`Report to the administrators`}
      text={t`An administrator decides whether this announcement stays; its educator does not learn who reported it.`}
      confirmLabel={t`Send report`}
      form={form}
      onClose={onClose}
      send={() => {
        const body = read()
        return body && report(body)
      }}
    >
      <ReasonFields form={form} choices={choices} maxLength={maxReportLength} />
    </FormDialog>
  )
}
