import { aiProviders, api as calls, type ReplyOf, type SiteSettings } from '@virtual-courses/contract'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { fieldProblems } from '#lib/field-problems.ts'
import { messageOfError } from '#lib/message-of.ts'
import { session } from '#lib/session.ts'
import { useDraft } from '#lib/use-draft.ts'
import { useLeaveGuard } from '#lib/use-leave-guard.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ChoiceGroup } from '#ui/choice-group.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { LeaveDialog } from '#ui/leave-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveBar } from '#ui/save-bar.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'
import { changesOf, providerNames, type SettingsDraft, settingsDraftOf } from './settings-draft.ts'
import { TryModel } from './try-model.tsx'

type Props = { answer: ReplyOf<typeof calls.admin.settings> }

function Part({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <Card as="section" className="grid min-w-0 gap-x-8 gap-y-5 xl:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <h2 className="font-sans text-lg font-semibold tracking-normal">{title}</h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      <div className="grid min-w-0 max-w-2xl gap-5">{children}</div>
    </Card>
  )
}

/** This browser read the site's settings with its first document: what was changed shows here without another one. */
function showHere({ siteName, supportAddress, storeCopy }: SiteSettings): void {
  const known = session.data()
  if (known) session.remember({ ...known, settings: { ...known.settings, siteName, supportAddress, storeCopy } })
}

/** Everything that can be changed while the site runs. Nothing leaves before it is saved. */
export function SettingsForm({ answer: { settings, changed, aiKeySet } }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const start = settingsDraftOf(settings)
  const { draft, dirty, set, markSaved } = useDraft<SettingsDraft>(form, start)
  const saved = useRef(start)
  const { revalidate } = useRevalidator()
  const { blocker } = useLeaveGuard(dirty)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  const change = (name: keyof SettingsDraft) => (event: { target: { value: string } }) => set(name, event.target.value)
  const aside = (name: keyof SiteSettings) => changed.includes(name) && <Badge tone="primary">Changed here</Badge>
  // the select offers the providers alone
  const provider = draft.aiProvider as SiteSettings['aiProvider']
  const keyMissing = !aiKeySet && (provider === 'google' || provider === 'anthropic')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFaults({})
    try {
      const body = changesOf(saved.current, draft)
      const { message, settings: stored } = await browserApi(calls.admin.saveSettings, { body })
      showHere(stored)
      saved.current = draft
      markSaved(draft)
      toast.success(message)
      await revalidate()
    } catch (error) {
      const message = messageOfError(error, 'Something went wrong')
      toast.error(message)
      const words = fieldProblems(error)
      setFaults(message.startsWith('Line ') ? { lexicon: message } : words)
    }
    setBusy(false)
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Part title="Site" text="What the site is called, and where people find help.">
        <Field label="Site name" error={faults.siteName} aside={aside('siteName')} required>
          <Input name="siteName" maxLength={60} value={draft.siteName} onChange={change('siteName')} />
        </Field>
        <Field
          label="Support address"
          hint="Shown in the footer and to suspended accounts. Leave it empty to show none."
          error={faults.supportAddress}
          aside={aside('supportAddress')}
        >
          <Input
            name="supportAddress"
            type="email"
            maxLength={254}
            value={draft.supportAddress}
            onChange={change('supportAddress')}
          />
        </Field>
        <ChoiceGroup
          legend={<span className="inline-flex items-center gap-3">Texts of the course page {aside('storeCopy')}</span>}
          name="storeCopy"
          value={draft.storeCopy}
          onChange={(value) => set('storeCopy', value)}
          choices={[
            { value: 'fixed', label: 'As designed', hint: 'Fixed sales texts and a struck price' },
            { value: 'live', label: 'True numbers', hint: 'Real reviews, no struck price' },
          ]}
        />
      </Part>
      <Part
        title="Language model"
        text="Makes search and assistant better. The key stands in the environment, and never here."
      >
        <Field label="AI provider" error={faults.aiProvider} aside={aside('aiProvider')}>
          <Select
            name="aiProvider"
            value={draft.aiProvider}
            options={aiProviders.map((value) => ({ value, label: providerNames[value] }))}
            onChange={change('aiProvider')}
          />
        </Field>
        <Field label="Model" hint="As the provider calls it." error={faults.aiModel} aside={aside('aiModel')}>
          <Input
            name="aiModel"
            maxLength={200}
            value={draft.aiModel}
            autoComplete="off"
            spellCheck={false}
            onChange={change('aiModel')}
          />
        </Field>
        {keyMissing && <Notice tone="warning">This provider needs a key: set AI_API_KEY in the environment.</Notice>}
        <TryModel key={`${draft.aiProvider} ${draft.aiModel}`} provider={provider} model={draft.aiModel} />
      </Part>
      <Part title="Search" text="Words of your field that search should understand, besides those that it knows.">
        <Field
          label="Search lexicon"
          hint="A line each: “reactjs = react” for words of one meaning, “data science > python, statistics” for what helps. Lines that begin with # are notes."
          error={faults.lexicon}
          aside={aside('lexicon')}
        >
          <Textarea
            name="lexicon"
            rows={8}
            maxLength={20_000}
            spellCheck={false}
            value={draft.lexicon}
            onChange={change('lexicon')}
            className="font-mono text-sm"
          />
        </Field>
      </Part>
      <Part title="Live sessions" text="In a call without a media server everybody sends to everybody.">
        <Field
          label="People in a live session"
          hint="The educator counts too. New entries follow it at once; nobody is sent away."
          error={faults.livePeople}
          aside={aside('livePeople')}
        >
          <Input
            name="livePeople"
            type="number"
            inputMode="numeric"
            min={2}
            max={5000}
            value={draft.livePeople}
            onChange={change('livePeople')}
            className="max-w-32"
          />
        </Field>
      </Part>
      <SaveBar inColumn state={dirty ? 'Changes are not saved yet.' : ''}>
        <Button type="submit" busy={busy}>
          Save settings
        </Button>
      </SaveBar>
      <LeaveDialog blocker={blocker} />
    </form>
  )
}
