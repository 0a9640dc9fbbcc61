import { Trans, useLingui } from '@lingui/react/macro'
import { aiProviders, api as calls, type ReplyOf, type SiteSettings, secondStepGroups } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { session } from '#lib/session/session.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { ChoiceGroup } from '#ui/form/choice-group.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'
import { MoneySettings } from './money/money-settings.tsx'
import { RecordingSettings } from './recording-settings.tsx'
import {
  groupNames,
  providerNames,
  type SettingsDraft,
  settingLabels,
  settingsBody,
  settingsDraftOf,
} from './settings-draft.ts'
import { SettingsPart } from './settings-part.tsx'
import { TryModel } from './try-model.tsx'

type Props = {
  answer: ReplyOf<typeof calls.admin.settings>
  /** a course as the chosen texts show it; none in a shop without courses */
  storePreview: ((storeCopy: SiteSettings['storeCopy']) => Slot) | undefined
}

/** Applies changed settings to this page, which read them with its first document. */
function applyHere(settings: SiteSettings): void {
  const { siteName, supportAddress, storeCopy, language, publicPages, refundDays, refundWatchedPercent } = settings
  const known = session.data()
  if (!known) return
  const changed = {
    ...{ siteName, supportAddress, storeCopy, language, refundDays, refundWatchedPercent },
    publicPages: publicPages === 'on',
    taxIncluded: settings.sellerGstin !== '' && settings.gstPercent > 0,
  }
  session.remember({ ...known, settings: { ...known.settings, ...changed } })
}

type Stored = Pick<Props['answer'], 'settings' | 'version'>
const readSettings = ({ settings, version }: Stored) => ({ values: settingsDraftOf(settings), version })

/** Form for the settings of the running site. */
export function SettingsForm({ answer, storePreview }: Props) {
  const { t } = useLingui()
  const { settings, changed, aiKeySet } = answer
  const { languages } = useSettings()
  const form = useForm<SettingsDraft>(settingsDraftOf(settings))
  const { values, errors } = form
  const labels = Object.fromEntries(Object.entries(settingLabels).map(([name, label]) => [name, t(label)])) as Record<
    keyof SiteSettings,
    string
  > // the same names
  const edit = useEdit<SettingsDraft, Stored>(form, {
    stored: answer,
    read: readSettings,
    fetch: () => browserApi(calls.admin.settings),
    labels,
  })
  const draft = useDraft(form, { kind: 'settings', subject: 'site', version: edit.version })
  const { revalidate } = useRevalidator()
  const { blocker } = useLeaveGuard(form.dirty)
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)

  const change = (name: keyof SettingsDraft) => (event: { target: { value: string } }) =>
    form.set(name, event.target.value)
  const aside = (name: keyof SiteSettings) =>
    changed.includes(name) && (
      <Badge tone="primary">
        <Trans>Changed here</Trans>
      </Badge>
    )
  // the options are the providers
  const provider = values.aiProvider as SiteSettings['aiProvider']
  const keyMissing = !aiKeySet && (provider === 'google' || provider === 'anthropic')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const saved = await edit.save(async ({ changes, version }) => {
        const { message, ...now } = await browserApi(calls.admin.saveSettings, {
          body: { ...settingsBody(changes), version },
        })
        toast.success(message)
        return now
      })
      if (saved) {
        applyHere(saved.stored.settings)
        form.showErrors({})
        await revalidate()
      }
    } catch (error) {
      const failed = form.fail(error)
      const { message, code } = failed
      toast.error(failed)
      if (code === 'wrong_lexicon') form.showErrors({ lexicon: message })
      if (code === 'wrong_seller') form.showErrors({ sellerGstin: message })
    }
    setBusy(false)
  }

  return (
    <form ref={form.ref} onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SettingsPart title={t`Site`} text={t`The name of the site, and where people find help.`}>
        <Field label={t`Site name`} error={errors.siteName} aside={aside('siteName')} required>
          <Input name="siteName" maxLength={60} value={values.siteName} onChange={change('siteName')} />
        </Field>
        <Field
          label={t`Support address`}
          hint={t`Shown in the footer and to suspended accounts. Leave it empty to show none.`}
          error={errors.supportAddress}
          aside={aside('supportAddress')}
        >
          <Input
            name="supportAddress"
            type="email"
            maxLength={254}
            value={values.supportAddress}
            onChange={change('supportAddress')}
          />
        </Field>
        <ChoiceGroup
          legend={
            <span className="inline-flex items-center gap-3">
              <span>{`${t`Texts of the course page`} `}</span>
              {aside('storeCopy')}
            </span>
          }
          name="storeCopy"
          value={values.storeCopy}
          onChange={(value) => form.set('storeCopy', value)}
          choices={[
            {
              value: 'checked',
              label: t`As designed, where it fits`,
              hint: t`Fixed sales texts and a struck price, except where the figures of a course contradict them`,
            },
            {
              value: 'fixed',
              label: t`Always as designed`,
              hint: t`Fixed sales texts and a struck price for every course`,
            },
            { value: 'live', label: t`True numbers`, hint: t`Real reviews, no struck price` },
          ]}
        />
        <Field
          label={t`Language of visitors`}
          hint={t`Of those whose browser asks for none that the site has`}
          aside={aside('language')}
        >
          <Select
            value={values.language}
            onChange={change('language')}
            options={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
          />
        </Field>
        {/* the choices are the modes */}
        {storePreview?.(values.storeCopy as SiteSettings['storeCopy'])}
        <ChoiceGroup
          legend={
            <span className="inline-flex items-center gap-3">
              <span>{`${t`Public pages`} `}</span>
              {aside('publicPages')}
            </span>
          }
          name="publicPages"
          value={values.publicPages}
          onChange={(value) => form.set('publicPages', value)}
          choices={[
            {
              value: 'on',
              label: t`On`,
              hint: t`Anyone can read the catalogue and the pages of courses; search engines list them`,
            },
            {
              value: 'off',
              label: t`Off`,
              hint: t`Only people who are signed in; search engines are asked to stay away`,
            },
          ]}
        />
      </SettingsPart>
      <SettingsPart
        title={t`Security`}
        text={t`Who can only work with a passkey or an authenticator app. Those who have none yet are led to set one up; no one is locked out.`}
      >
        <Field label={t`Second step at login`} error={errors.secondStepFor} aside={aside('secondStepFor')}>
          <Select
            name="secondStepFor"
            value={values.secondStepFor}
            options={secondStepGroups.map((value) => ({ value, label: t(groupNames[value]) }))}
            onChange={change('secondStepFor')}
          />
        </Field>
      </SettingsPart>
      <SettingsPart
        title={t`Language model`}
        text={t`Improves search and the assistant. The key is set in the environment, never here.`}
      >
        <Field label={t`AI provider`} error={errors.aiProvider} aside={aside('aiProvider')}>
          <Select
            name="aiProvider"
            value={values.aiProvider}
            options={aiProviders.map((value) => ({ value, label: t(providerNames[value]) }))}
            onChange={change('aiProvider')}
          />
        </Field>
        <Field
          label={t`Model`}
          hint={t`The provider’s name for the model.`}
          error={errors.aiModel}
          aside={aside('aiModel')}
        >
          <Input
            name="aiModel"
            maxLength={200}
            value={values.aiModel}
            autoComplete="off"
            spellCheck={false}
            onChange={change('aiModel')}
          />
        </Field>
        {keyMissing && (
          <Notice tone="warning">
            <Trans>This provider needs a key: set AI_API_KEY in the environment.</Trans>
          </Notice>
        )}
        <TryModel key={`${values.aiProvider} ${values.aiModel}`} provider={provider} model={values.aiModel} />
      </SettingsPart>
      <SettingsPart
        title={t({ message: 'Search', context: 'settings' })}
        text={t`Terms of your field that search should understand in addition to those it knows.`}
      >
        <Field
          label={t`Search lexicon`}
          hint={t`One entry per line: “reactjs = react” for synonyms, “data science > python, statistics” for related terms. Lines that start with # are comments.`}
          error={errors.lexicon}
          aside={aside('lexicon')}
        >
          <Textarea
            name="lexicon"
            rows={8}
            maxLength={20_000}
            spellCheck={false}
            value={values.lexicon}
            onChange={change('lexicon')}
            className="font-mono text-sm"
          />
        </Field>
      </SettingsPart>
      <SettingsPart
        title={t`Live sessions`}
        text={t`Without a media server, every participant sends to every other one.`}
      >
        <Field
          label={t`People in a live session`}
          hint={t`Includes the educator. Applies to new participants at once; no one is removed.`}
          error={errors.livePeople}
          aside={aside('livePeople')}
        >
          <Input
            name="livePeople"
            type="number"
            inputMode="numeric"
            min={2}
            max={5000}
            value={values.livePeople}
            onChange={change('livePeople')}
            className="max-w-32"
          />
        </Field>
      </SettingsPart>
      <SettingsPart
        title={t`Storage`}
        text={t`How much videos, streams and files may take. What is there stays, whatever you set.`}
      >
        <Field
          label={t`Storage of an account (GB)`}
          hint={t`0 for no limit. Uploads that would exceed it are refused before they begin.`}
          error={errors.accountStorageGb}
          aside={aside('accountStorageGb')}
        >
          <Input
            name="accountStorageGb"
            type="number"
            inputMode="numeric"
            min={0}
            max={1_000_000}
            value={values.accountStorageGb}
            onChange={change('accountStorageGb')}
            className="max-w-32"
          />
        </Field>
        <Field
          label={t`Storage of the site (GB)`}
          hint={t`All accounts together; 0 for no limit.`}
          error={errors.siteStorageGb}
          aside={aside('siteStorageGb')}
        >
          <Input
            name="siteStorageGb"
            type="number"
            inputMode="numeric"
            min={0}
            max={1_000_000}
            value={values.siteStorageGb}
            onChange={change('siteStorageGb')}
            className="max-w-32"
          />
        </Field>
      </SettingsPart>
      <RecordingSettings values={values} errors={errors} change={change} aside={aside} />
      <MoneySettings values={values} errors={errors} change={change} aside={aside} />
      <SaveBar
        inColumn
        state={form.dirty ? t(unsavedTexts[draft.place]) : ''}
        notice={
          <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
        }
      >
        <Button type="submit" busy={busy} disabled={!hydrated}>
          <Trans>Save settings</Trans>
        </Button>
      </SaveBar>
      <LeaveDialog blocker={blocker} kept={draft.place !== 'nowhere'} />
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}
