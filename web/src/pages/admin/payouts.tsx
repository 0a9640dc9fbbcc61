import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, payableStates, type ReplyOf } from '@virtual-courses/contract'
import { FilePlus, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { readChoice, searchOf } from '#features/admin/list-query.ts'
import { OwedElsewhere } from '#features/admin/money/owed-elsewhere.tsx'
import { PayableList, payableStateNames } from '#features/admin/money/payable-list.tsx'
import { RunList } from '#features/admin/money/run-list.tsx'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { formatRupees } from '#lib/text/format.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Button } from '#ui/button.tsx'
import { useEarlyChoice } from '#ui/early-press.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { Route } from './+types/payouts.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Payouts`, text: msg`What educators are owed, and the runs in which they are paid.` }

/** Parameter of the address for the pages of the runs. */
const runsAt = 'runs'

type Data = {
  query: { state: (typeof payableStates)[number] | ''; at: string; runs: string }
  payable: ReplyOf<typeof calls.payoutRuns.payable>
  runs: ReplyOf<typeof calls.payoutRuns.list>
}

const load = guarded<unknown, Data>('admin', async ({ api, url: { searchParams: search } }) => {
  const query = {
    state: readChoice(search, 'state', payableStates),
    at: readPlace(search),
    runs: readPlace(search, runsAt),
  }
  const cursor = (at: string) => (at === '' ? {} : { cursor: at })
  const [payable, runs] = await Promise.all([
    api(calls.payoutRuns.payable, { query: { state: query.state || 'ready', ...cursor(query.at) } }),
    api(calls.payoutRuns.list, { query: { limit: 10, ...cursor(query.runs) } }),
  ])
  return { query, payable, runs }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

/** Asks for a note and drafts a run. */
function DraftDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({ note: '' })
  const navigate = useNavigate()
  const send = async () => {
    const { run, message } = await browserApi(calls.payoutRuns.create, { body: { note: form.values.note } })
    await navigate(adminPaths.payoutRun(run._id))
    return { message }
  }
  return (
    <FormDialog
      title={t`Draft a payout run`}
      text={t`It has everything that is payable now. Nothing is paid before another admin has confirmed it, if there is one.`}
      confirmLabel={t`Draft run`}
      form={form}
      send={send}
      onClose={onClose}
    >
      <Field label={t`Note`} hint={t`For admins, such as the month.`} error={form.errors.note}>
        <Input
          name="note"
          maxLength={200}
          value={form.values.note}
          onChange={({ target }) => form.set('note', target.value)}
        />
      </Field>
    </FormDialog>
  )
}

export default function AdminPayoutsPage({ loaderData: { query, payable, runs } }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const ready = useHydrated()
  const [drafting, setDrafting] = useState(false)
  const hrefOf = (changes: Partial<typeof query>) => `${adminPaths.payouts}${searchOf({ ...query, ...changes })}`
  const showState = (chosen: unknown) =>
    navigate(hrefOf({ state: payableStates.find((state) => state === chosen) ?? '', at: '' }))
  const earlyState = useEarlyChoice('payable', showState)
  return (
    <AdminFrame {...head}>
      <section aria-labelledby="payable-title">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="payable-title" className="text-2xl">
            <Trans>Payable now</Trans>
          </h2>
          <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-auto">
            <div {...earlyState}>
              <Select
                aria-label={t({ message: 'State', context: 'status' })}
                value={query.state || 'ready'}
                options={payableStates.map((value) => ({ value, label: t(payableStateNames[value]) }))}
                onChange={({ target }) => showState(target.value)}
              />
            </div>
            <Button
              icon={<FilePlus aria-hidden="true" className="size-5" />}
              disabled={!ready}
              onClick={() => setDrafting(true)}
            >
              <Trans>Draft a run</Trans>
            </Button>
          </div>
        </div>
        <OwedElsewhere
          sums={payable.sums}
          shown={query.state || 'ready'}
          minimum={formatRupees(payable.minimum)}
          hrefOf={(state) => hrefOf({ state, at: '' })}
        />
        {payable.educators.length > 0 ? (
          <PayableList educators={payable.educators} />
        ) : (
          <Card>
            <EmptyState
              icon={<HandCoins />}
              as="h3"
              title={query.state === '' || query.state === 'ready' ? t`The next run would pay no one` : t`No one here`}
              text={t`A run pays everyone who is owed ${{ amount: formatRupees(payable.minimum) }} or more that is not held, and whose bank details are not new.`}
            />
          </Card>
        )}
        <div className="mt-6">
          <Pagination {...placesBeside(payable, (at) => hrefOf({ at }))} label={t`Pages of educators`} />
        </div>
      </section>
      <section aria-labelledby="runs-title" className="mt-10">
        <h2 id="runs-title" className="mb-4 text-2xl">
          <Trans>Runs</Trans>
        </h2>
        {runs.runs.length > 0 ? (
          <RunList runs={runs.runs} />
        ) : (
          <p className="text-muted">
            <Trans>There was no run yet.</Trans>
          </p>
        )}
        <div className="mt-6">
          <Pagination {...placesBeside(runs, (at) => hrefOf({ runs: at }))} label={t`Pages of runs`} />
        </div>
      </section>
      {drafting && <DraftDialog onClose={() => setDrafting(false)} />}
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
