import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type PayoutRun, type RunPayout } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { formatRupees } from '#lib/text/format.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'

export type RunAct = 'confirm' | 'paid' | 'cancel' | { returned: RunPayout }

type Props = { run: PayoutRun; act: RunAct; onClose: () => void }

/** Dialog that asks for the bank's reference of a paid run. */
function PaidDialog({ run, onClose }: Omit<Props, 'act'>) {
  const { t } = useLingui()
  const form = useForm({ reference: '' })
  const params = { runId: run._id }
  function send() {
    const reference = form.values.reference.trim()
    if (reference !== '') return browserApi(calls.payoutRuns.paid, { params, body: { reference } })
    form.showErrors({ reference: t`The bank's reference is required` })
    return null
  }
  return (
    <FormDialog
      title={t`Mark the run as paid`}
      text={t`The bank paid ${plural({ count: run.count }, { one: '# payout', other: '# payouts' })}, ${{ amount: formatRupees(run.amount) }}. The educators are told.`}
      confirmLabel={t`Mark as paid`}
      form={form}
      send={send}
      onClose={onClose}
    >
      <Field label={t`The bank’s reference`} hint={t`The educators see it.`} error={form.errors.reference} required>
        <Input
          name="reference"
          maxLength={100}
          autoComplete="off"
          value={form.values.reference}
          onChange={({ target }) => form.set('reference', target.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** Dialog that cancels a run; once the bank may have its file, only with the word of the admin that it will not pay it. */
function CancelDialog({ run, onClose }: Omit<Props, 'act'>) {
  const { t } = useLingui()
  const [withdrawn, setWithdrawn] = useState(false)
  const params = { runId: run._id }
  return (
    <DecisionDialog
      title={t`Cancel this payout run?`}
      text={run.status === 'draft' ? t`Nothing was paid. Its amounts stay payable.` : t`Its amounts are payable again.`}
      confirmLabel={t`Cancel run`}
      cancelLabel={t`Keep the run`}
      danger
      reasonHint={t`Stands in the audit log, and with the payouts.`}
      onClose={onClose}
      call={(reason) => browserApi(calls.payoutRuns.cancel, { params, body: { reason, bankFileWithdrawn: withdrawn } })}
    >
      {run.exportedAt !== null && (
        <>
          <Notice tone="warning">
            <Trans>The bank file was downloaded. If the bank still has it, it pays, and the next run pays again.</Trans>
          </Notice>
          <Checkbox
            label={t`The bank does not have the file, or will not pay it`}
            checked={withdrawn}
            onChange={({ target }) => setWithdrawn(target.checked)}
          />
        </>
      )}
    </DecisionDialog>
  )
}

/** Dialog that confirms and performs one act on a payout run, or on one of its payouts. */
export function RunDecision({ run, act, onClose }: Props) {
  const { t } = useLingui()
  const params = { runId: run._id }
  if (act === 'paid') return <PaidDialog run={run} onClose={onClose} />
  if (act === 'confirm')
    return (
      <DecisionDialog
        title={t`Confirm this payout run?`}
        text={t`${plural({ count: run.count }, { one: '# payout', other: '# payouts' })}, ${{ amount: formatRupees(run.amount) }} in all, leave the balances of their educators. What is not payable any more is left out.`}
        confirmLabel={t`Confirm run`}
        onClose={onClose}
        call={async () => {
          const { run: now, message, leftOut } = await browserApi(calls.payoutRuns.confirm, { params })
          const failed = now.status === 'canceled'
          if (leftOut.length === 0) return { message, failed }
          // the list of the run has all of them, each with the reason
          const named = leftOut.slice(0, 3).map(isolate).join(', ')
          const names = leftOut.length > 3 ? `${named} …` : named
          return { message: t`${message}. Left out: ${{ names }}`, failed }
        }}
      />
    )
  if (act === 'cancel') return <CancelDialog run={run} onClose={onClose} />
  const { _id: payoutId, name, amount } = act.returned
  return (
    <DecisionDialog
      title={t`Payout to ${{ educator: isolate(name) }} came back?`}
      text={t`${{ amount: formatRupees(amount) }} are owed to them again, and payouts to them pause until the bank details can be checked.`}
      confirmLabel={t`Mark as returned`}
      danger
      reasonHint={t`What the bank says. The educator sees it.`}
      onClose={onClose}
      call={(reason) => browserApi(calls.payoutRuns.returned, { params: { payoutId }, body: { reason } })}
    />
  )
}
