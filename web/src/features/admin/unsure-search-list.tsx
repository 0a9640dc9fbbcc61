import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, mostUnsureLength, type UnsureSearch } from '@virtual-courses/contract'
import { Equal, Lightbulb, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type State = 'open' | 'idea'

/** Questions that the search is not sure of, each with what an admin can do about it. */
export function UnsureSearchList({ searches, state }: { searches: readonly UnsureSearch[]; state: State }) {
  const { t } = useLingui()
  const [naming, setNaming] = useState<UnsureSearch | null>(null)
  return (
    <>
      <Card flush>
        <ul aria-label={t`Questions by how many have asked`} className="divide-y divide-line">
          {searches.map((search) => (
            <Row key={search._id} search={search} state={state} onSynonym={() => setNaming(search)} />
          ))}
        </ul>
      </Card>
      {naming && <SynonymDialog key={naming._id} search={naming} onClose={() => setNaming(null)} />}
    </>
  )
}

function Row({ search, state, onSynonym }: { search: UnsureSearch; state: State; onSynonym: () => void }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<string | null>(null)
  async function sort(next: 'open' | 'idea' | 'done') {
    setBusy(next)
    try {
      const params = { searchId: search._id }
      const { message } = await browserApi(calls.unsureSearches.sort, { params, body: { state: next } })
      toast.success(message)
      await revalidate()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    } finally {
      setBusy(null)
    }
  }
  const about = <span className="sr-only">{` “${isolate(search.question)}”`}</span>
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p {...writtenIn()} className="leading-snug font-semibold wrap-anywhere">
          {search.question}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <span className="tabular">
            {t`${plural({ count: search.askings }, { one: 'asked once', other: 'asked # times' })}`}
          </span>
          <span>
            <Trans>
              last on <ReaderTime iso={search.lastAskedAt} className="tabular" />
            </Trans>
          </span>
          <Badge tone={search.found === 'nothing' ? 'accent' : 'neutral'}>
            {search.found === 'nothing' ? t`Nothing found` : t`Only close courses`}
          </Badge>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Equal aria-hidden="true" className="size-4" />} onClick={onSynonym}>
          <span>{t`Synonym`}</span>
          {about}
        </Button>
        {state === 'open' ? (
          <Button
            size="sm"
            variant="secondary"
            busy={busy === 'idea'}
            icon={<Lightbulb aria-hidden="true" className="size-4" />}
            onClick={() => sort('idea')}
          >
            <span>{t`Course idea`}</span>
            {about}
          </Button>
        ) : (
          <Button
            size="sm"
            variant="secondary"
            busy={busy === 'open'}
            icon={<Undo2 aria-hidden="true" className="size-4" />}
            onClick={() => sort('open')}
          >
            <span>{t`Back to the list`}</span>
            {about}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          busy={busy === 'done'}
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={() => sort('done')}
        >
          <span>{t`Put aside`}</span>
          {about}
        </Button>
      </div>
    </li>
  )
}

function SynonymDialog({ search, onClose }: { search: UnsureSearch; onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({ means: '' })
  function send() {
    const means = form.values.means.trim()
    if (means !== '')
      return browserApi(calls.unsureSearches.addSynonym, { params: { searchId: search._id }, body: { means } })
    form.showErrors({ means: t`Please write what it means` })
    return null
  }
  return (
    <FormDialog
      title={t`What does “${{ question: isolate(search.question) }}” mean?`}
      text={t`The search then reads both alike. The line is added to the search lexicon of the settings, where it can be changed.`}
      confirmLabel={t`Add synonym`}
      form={form}
      onClose={onClose}
      send={send}
    >
      <Field
        label={t`The usual name`}
        hint={t`As courses call it, such as: machine learning`}
        error={form.errors.means}
        required
      >
        <Input
          name="means"
          maxLength={mostUnsureLength}
          value={form.values.means}
          onChange={({ target }) => form.set('means', target.value)}
        />
      </Field>
    </FormDialog>
  )
}
