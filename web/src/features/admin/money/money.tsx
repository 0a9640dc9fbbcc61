import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminMoney, api as calls, type PaymentFinding } from '@virtual-courses/contract'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { formatCounted } from '#lib/list-place.ts'
import { formatRupees } from '#lib/text/format.ts'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { adminPaths } from '#lib/work-paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { accountTexts, findingNames } from './money-texts.ts'
import { MatterRow } from './refund-list.tsx'

/** What the last check of the ledger found. */
export function LedgerCheck({ check }: Pick<AdminMoney, 'check'>) {
  if (!check)
    return (
      <Notice>
        <Trans>The ledger has not been checked yet. A job does it every hour.</Trans>
      </Notice>
    )
  if (check.balanced)
    return (
      <Notice tone="success">
        <Trans>
          The ledger balances, and every order matches it. Checked <TimeSince iso={check.checkedAt} />.
        </Trans>
      </Notice>
    )
  return (
    <Notice tone="danger">
      <p className="font-semibold">
        <Trans>
          The ledger is not right. Checked <TimeSince iso={check.checkedAt} />.
        </Trans>
      </p>
      <ul className="mt-2 list-disc ps-5">
        {check.problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type Balance = AdminMoney['balances'][number]

function AccountName({ account }: Balance) {
  const { t } = useLingui()
  const { name, text } = accountTexts[account]
  return (
    <>
      <span className="font-medium">{t(name)}</span>
      <span className="block text-sm text-muted">{t(text)}</span>
    </>
  )
}

const columns: Column<Balance>[] = [
  {
    key: 'account',
    header: <Trans context="ledger">Account</Trans>,
    className: 'w-full',
    cell: (balance) => <AccountName {...balance} />,
  },
  {
    key: 'amount',
    header: <Trans>Balance</Trans>,
    align: 'end',
    className: 'tabular whitespace-nowrap',
    cell: ({ amount }) => (
      <>
        <span>{formatRupees(Math.abs(amount))}</span>
        {amount !== 0 && (
          <span className="block text-sm text-muted">{amount < 0 ? <Trans>credit</Trans> : <Trans>debit</Trans>}</span>
        )}
      </>
    ),
  },
]

/** The balances of the ledger. Debits and credits add up to the same. */
export function Balances({ balances }: Pick<AdminMoney, 'balances'>) {
  const { t } = useLingui()
  const inOrder = Object.keys(accountTexts)
  const rows = [...balances].sort((one, other) => inOrder.indexOf(one.account) - inOrder.indexOf(other.account))
  return (
    <Table
      caption={t`Debits and credits of all accounts add up to the same.`}
      columns={columns}
      rows={rows}
      rowKey={({ account }) => account}
    />
  )
}

type MattersProps = { title: string; total: number; shown: number; none: string; children: ReactNode }

/** Matters of one kind that wait for an admin, or a sentence that there are none. */
export function Matters({ title, total, shown, none, children }: MattersProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="flex flex-wrap items-center gap-3 font-sans text-lg font-semibold tracking-normal">
        <span>{title}</span>
        {total > 0 && <Badge tone="danger">{formatCounted(total)}</Badge>}
      </h2>
      {total === 0 ? (
        <p className="mt-3 flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
          <span>{none}</span>
        </p>
      ) : (
        <div className="mt-2">{children}</div>
      )}
      {total > shown && <p className="mt-2 text-sm text-muted">{t`The oldest ${shown} are shown.`}</p>}
    </Card>
  )
}

function CloseFinding({ finding, onClose }: { finding: PaymentFinding; onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({ note: '' })
  function send() {
    const note = form.values.note.trim()
    if (note !== '')
      return browserApi(calls.adminOrders.resolveFinding, { params: { findingId: finding._id }, body: { note } })
    form.showErrors({ note: t`A note is required` })
    return null
  }
  return (
    <FormDialog
      title={t`Close this difference?`}
      text={t`${{ difference: t(findingNames[finding.kind]) }}: ${{ subject: finding.subject }}. Nothing else changes; what you did about it goes into the audit log.`}
      confirmLabel={t`Close it`}
      form={form}
      onClose={onClose}
      send={send}
    >
      <Field label={t`What was done`} error={form.errors.note} required>
        <Textarea
          name="note"
          maxLength={500}
          rows={3}
          value={form.values.note}
          onChange={({ target }) => form.set('note', target.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** What differs between the orders and the payment provider. */
export function FindingList({ findings }: { findings: readonly PaymentFinding[] }) {
  const { t } = useLingui()
  const [closing, setClosing] = useState<PaymentFinding | null>(null)
  return (
    <>
      <ul aria-label={t`Differences`}>
        {findings.map((finding) => (
          <MatterRow
            key={finding._id}
            head={t(findingNames[finding.kind])}
            badge={<span className="tabular">{formatRupees(finding.amount)}</span>}
            action={
              <Button size="sm" variant="secondary" onClick={() => setClosing(finding)}>
                <Trans>
                  Close<span className="sr-only">{`: ${{ subject: finding.subject }}`}</span>
                </Trans>
              </Button>
            }
          >
            <span>{finding.detail}</span>
            <span className="font-mono">{finding.subject}</span>
            <span>
              {finding.seenAt === finding.foundAt ? (
                <Trans>
                  Found <ReaderTime iso={finding.foundAt} look="dateTime" className="tabular" />
                </Trans>
              ) : (
                <Trans>
                  Found <ReaderTime iso={finding.foundAt} look="dateTime" className="tabular" />, last seen{' '}
                  <TimeSince iso={finding.seenAt} />
                </Trans>
              )}
            </span>
            {finding.orderId && (
              <Link
                to={adminPaths.order(finding.orderId)}
                className="min-h-6 w-fit text-link underline underline-offset-4"
              >
                <Trans>Open the order</Trans>
              </Link>
            )}
          </MatterRow>
        ))}
      </ul>
      {closing && <CloseFinding key={closing._id} finding={closing} onClose={() => setClosing(null)} />}
    </>
  )
}
