import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf, type SiteSettings } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { settingLabels } from '../settings-draft.ts'

const names = [
  'sellerName',
  'sellerAddress',
  'sellerRegistration',
  'originCountry',
  'courtPlace',
  'supportAddress',
  'supportPhone',
  'grievanceName',
  'grievanceDesignation',
  'grievanceEmail',
  'grievancePhone',
] as const
type Name = (typeof names)[number]
type Draft = Record<Name, string>
type Stored = Pick<ReplyOf<typeof calls.admin.settings>, 'settings' | 'version'>

const draftOf = (settings: SiteSettings): Draft =>
  Object.fromEntries(names.map((name) => [name, settings[name]])) as Draft // the same names

/** Form for what the texts of the pages say of who runs the site. */
export function OperatorForm({ answer }: { answer: Stored }) {
  const { t } = useLingui()
  const form = useForm<Draft>(draftOf(answer.settings))
  const { values, errors } = form
  // the same names
  const labels = Object.fromEntries(names.map((name) => [name, t(settingLabels[name])])) as Draft
  const edit = useEdit<Draft, Stored>(form, {
    stored: answer,
    read: ({ settings, version }) => ({ values: draftOf(settings), version }),
    fetch: () => browserApi(calls.admin.settings),
    labels,
  })
  const { revalidate } = useRevalidator()
  const { blocker } = useLeaveGuard(form.dirty)
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const saved = await edit.save(async ({ changes, version }) => {
        const { message, ...now } = await browserApi(calls.admin.saveSettings, { body: { ...changes, version } })
        toast.success(message)
        return now
      })
      if (saved) {
        form.showErrors({})
        await revalidate()
      }
    } catch (error) {
      toast.error(form.fail(error))
    }
    setBusy(false)
  }

  const field = (name: Name, maxLength: number, more: { hint?: string; type?: 'email' | 'tel' } = {}) => (
    <Field label={labels[name]} hint={more.hint} error={errors[name]}>
      <Input
        name={name}
        type={more.type ?? 'text'}
        maxLength={maxLength}
        autoComplete="off"
        value={values[name]}
        onChange={({ target }) => form.set(name, target.value)}
      />
    </Field>
  )
  return (
    <Card as="section" aria-labelledby="operator">
      <form ref={form.ref} onSubmit={save} noValidate className="grid max-w-3xl gap-5">
        <div>
          <h2 id="operator" className="font-sans text-lg font-semibold tracking-normal">
            <Trans>Who runs this site</Trans>
          </h2>
          <p className="mt-1 text-sm text-muted">
            <Trans>
              The texts below name this; what is missing is shown as missing. Every change makes a new version.
            </Trans>
          </p>
        </div>
        {field('sellerName', 200, { hint: t`The legal name, also on invoices` })}
        <Field label={labels.sellerAddress} error={errors.sellerAddress}>
          <Textarea
            name="sellerAddress"
            rows={3}
            maxLength={500}
            value={values.sellerAddress}
            onChange={({ target }) => form.set('sellerAddress', target.value)}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          {field('sellerRegistration', 100, { hint: t`Such as a CIN or LLPIN, if there is one` })}
          {field('originCountry', 60, { hint: t`Of what is sold here` })}
          {field('courtPlace', 100, { hint: t`Named in the terms` })}
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          {field('supportAddress', 254, { type: 'email' })}
          {field('supportPhone', 39, { type: 'tel' })}
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          {field('grievanceName', 100)}
          {field('grievanceDesignation', 100)}
          {field('grievanceEmail', 254, { type: 'email' })}
          {field('grievancePhone', 39, { type: 'tel' })}
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={busy} disabled={!hydrated}>
            <Trans>Save details</Trans>
          </Button>
          <p aria-live="polite" className="text-sm font-medium text-muted">
            {form.dirty ? t`Unsaved changes` : ''}
          </p>
        </div>
        <LeaveDialog blocker={blocker} />
        <ChangedElsewhere {...edit.elsewhere} />
      </form>
    </Card>
  )
}
