import { useLingui } from '@lingui/react/macro'
import { type Announcement, api as calls, maxReportLength, reportReasons } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { reportReasonNames } from '#lib/text/report-reasons.ts'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { RadioList } from '#ui/form/radio-list.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

type Props = { announcement: Announcement; onClose: () => void; onReported: () => void }

/** Asks a student why they report an announcement. */
export function ReportDialog({ announcement, onClose, onReported }: Props) {
  const { t } = useLingui()
  const form = useForm({ reason: '', text: '' })

  return (
    <FormDialog
      title={t`Report to the administrators`}
      text={t`An administrator decides whether this announcement stays; its educator does not learn who reported it.`}
      confirmLabel={t`Send report`}
      form={form}
      onClose={onClose}
      send={() => {
        const reason = reportReasons.find((one) => one === form.values.reason)
        if (!reason) {
          form.showErrors({ reason: t`Please choose a reason` })
          return null
        }
        const params = { announcementId: announcement._id }
        const sent = browserApi(calls.announcements.report, { params, body: { reason, text: form.values.text } })
        return sent.then((reply) => {
          onReported()
          return reply
        })
      }}
    >
      <RadioList
        legend={t`What is wrong with it?`}
        name="reason"
        choices={reportReasons.map((value) => ({ value, label: t(reportReasonNames[value]) }))}
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(reason) => form.set('reason', reason)}
      />
      <Field label={t`More about it (optional)`} error={form.errors.text}>
        <Textarea
          name="text"
          rows={2}
          maxLength={maxReportLength}
          className="min-h-20"
          value={form.values.text}
          onChange={({ target }) => form.set('text', target.value)}
        />
      </Field>
    </FormDialog>
  )
}
