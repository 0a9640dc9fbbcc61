import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type PayoutRun, type ReplyOf } from '@virtual-courses/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { type RunAct, RunDecision } from '#features/admin/money/run-decision.tsx'
import { notPaid, RunBadge } from '#features/admin/money/run-list.tsx'
import { RunPayouts } from '#features/admin/money/run-payouts.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Fact } from '#ui/fact.tsx'
import { FileLink } from '#ui/form/file-link.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/payout-run.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Payout run`, text: msg`Drafted by one admin, confirmed by another, then paid by the bank.` }

type Data = ReplyOf<typeof calls.payoutRuns.get>

const load = guarded<Route.LoaderArgs['params'], Data>('admin', async ({ api, params, url }) => {
  const at = readPlace(url.searchParams)
  return api(calls.payoutRuns.get, { params, query: at ? { cursor: at } : {} })
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

/** Who did what to the run, and when. */
function Facts({ run }: { run: PayoutRun }) {
  const { t } = useLingui()
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact name={t`Drafted`}>
        <Trans>
          <ReaderTime iso={run.createdAt} look="dateTime" className="block" />
          <span>{` by ${{ admin: run.createdByName }}`}</span>
        </Trans>
      </Fact>
      {run.confirmedAt !== null && (
        <Fact name={t`Confirmed`}>
          <Trans>
            <ReaderTime iso={run.confirmedAt} look="dateTime" className="block" />
            <span>{` by ${{ admin: run.confirmedByName ?? '' }}`}</span>
          </Trans>
        </Fact>
      )}
      {run.exportedAt !== null && (
        <Fact name={t`Bank file downloaded`}>
          <ReaderTime iso={run.exportedAt} look="dateTime" />
        </Fact>
      )}
      {run.paidAt !== null && (
        <Fact name={t({ message: 'Paid', context: 'payout' })}>
          <ReaderTime iso={run.paidAt} look="dateTime" />
        </Fact>
      )}
      {run.canceledAt !== null && (
        <Fact name={t`Canceled`}>
          <ReaderTime iso={run.canceledAt} look="dateTime" />
        </Fact>
      )}
      {run.note !== '' && <Fact name={t`Note`}>{run.note}</Fact>}
    </dl>
  )
}

type ActsProps = { run: PayoutRun; mayConfirm: boolean; onAct: (act: RunAct) => void }

/** What is to be done with an open run, and by whom. */
function NextStep({ run, mayConfirm }: Pick<ActsProps, 'run' | 'mayConfirm'>) {
  const viewer = useViewer()
  if (run.status === 'confirmed')
    return run.exportedAt === null ? (
      <Trans>Download the bank file and upload it to your bank.</Trans>
    ) : (
      <Trans>Once the bank has paid, mark the run as paid. If it returns a payout, press “Came back” beside it.</Trans>
    )
  if (mayConfirm) return <Trans>Compare the names and amounts below, then confirm the run.</Trans>
  return run.createdBy === viewer?._id ? (
    <Trans>You made this run: another admin has to confirm it.</Trans>
  ) : (
    <Trans>You became an admin too late for this run: one who was there before it has to confirm it.</Trans>
  )
}

/** What can be done with the run now. */
function Acts({ run, mayConfirm, onAct }: ActsProps) {
  const ready = useHydrated()
  const { revalidate } = useRevalidator()
  if (run.status === 'paid' || run.status === 'canceled') return null
  return (
    <>
      <Notice className="mt-5">
        <NextStep run={run} mayConfirm={mayConfirm} />
      </Notice>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
        {run.status === 'draft' && mayConfirm && (
          <Button disabled={!ready} onClick={() => onAct('confirm')}>
            <Trans>Confirm run</Trans>
          </Button>
        )}
        {run.status === 'confirmed' && (
          <>
            <FileLink
              login={paths.login}
              href={calls.payoutRuns.file.path.replace(':runId', encodeURIComponent(run._id))}
              className={buttonClass()}
              onDone={() => void revalidate()}
            >
              <Download aria-hidden="true" className="size-5" />
              <Trans>Bank file</Trans>
            </FileLink>
            <Button variant="success" disabled={!ready} onClick={() => onAct('paid')}>
              <Trans>Mark as paid</Trans>
            </Button>
          </>
        )}
        <Button variant="secondary" disabled={!ready} onClick={() => onAct('cancel')}>
          <Trans>Cancel run</Trans>
        </Button>
      </div>
    </>
  )
}

export default function AdminPayoutRunPage({ loaderData }: Route.ComponentProps) {
  const { run, payouts, mayConfirm } = loaderData
  const { t } = useLingui()
  const [act, setAct] = useState<RunAct | null>(null)
  return (
    <AdminFrame {...head} back={adminPaths.payouts}>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className={cx('tabular text-2xl', run.status === 'canceled' && notPaid)}>{formatRupees(run.amount)}</h2>
          <RunBadge status={run.status} />
        </div>
        <p className="text-muted">{t`${plural({ count: run.count }, { one: '# payout', other: '# payouts' })}`}</p>
        <Facts run={run} />
        <Acts run={run} mayConfirm={mayConfirm} onAct={setAct} />
      </Card>
      <h2 className="mt-8 mb-4 text-2xl">
        <Trans>Payouts</Trans>
      </h2>
      <RunPayouts
        payouts={payouts}
        canceled={run.status === 'canceled'}
        onReturned={(returned) => setAct({ returned })}
      />
      <div className="mt-6">
        <Pagination {...placesBeside(loaderData, (at) => `${adminPaths.payoutRun(run._id)}?${placeName}=${at}`)} />
      </div>
      {act !== null && <RunDecision run={run} act={act} onClose={() => setAct(null)} />}
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
