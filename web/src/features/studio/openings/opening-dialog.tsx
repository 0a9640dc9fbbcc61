import { useLingui } from '@lingui/react/macro'
import {
  api as calls,
  isolate,
  maxOpeningDays,
  type OpeningForm,
  type OpeningRule,
  type ReplyOf,
} from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useFormats } from '#lib/text/format.ts'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { RadioList } from '#ui/form/radio-list.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { zoneTime } from '../assignments/zone-time.ts'

export type Openings = ReplyOf<typeof calls.openings.read>

/** A section or an entry, and when it opens. */
export type Opened = {
  kind: 'section' | 'lecture'
  id: string
  title: string
  opens: OpeningRule
  version: string
}

type Kind = 'atOnce' | NonNullable<OpeningRule>['kind']
type Values = { kind: Kind; at: string; days: string }
type Saved = Pick<Opened, 'opens' | 'version'>

const valuesOf = (opens: OpeningRule, zone: string): Values => ({
  kind: opens?.kind ?? 'atOnce',
  at: opens?.kind === 'date' ? zoneTime(opens.at, zone) : '',
  days: opens?.kind === 'days' ? String(opens.days) : '7',
})

const ruleOf = ({ kind, at, days }: Values): OpeningForm =>
  kind === 'date' ? { kind, at } : kind === 'days' ? { kind, days: Number(days) } : kind === 'order' ? { kind } : null

/** Finds a section or an entry among what the server says of a course. */
export const savedOf = ({ sections, lectures, unset }: Openings, kind: Opened['kind'], id: string): Saved =>
  (kind === 'section'
    ? sections.find(({ sectionId }) => sectionId === id)
    : lectures.find(({ lectureId }) => lectureId === id)) ?? { opens: null, version: unset }

/** Says when something opens. */
export function useOpeningWords(zone: string): (opens: OpeningRule) => string {
  const { t } = useLingui()
  const { formatDate } = useFormats()
  return (opens) => {
    if (opens === null) return t`Opens at once`
    if (opens.kind === 'order') return t`Opens after everything before it is done`
    if (opens.kind === 'days') return t`Days after enrolling: ${{ days: opens.days }}`
    const time = formatDate(opens.at, 'dateTime', zone)
    return t`Opens on ${time}`
  }
}

type Props = { courseId: string; of: Opened; zone: string; onClose: () => void }

/** Sets when a section or an entry opens to students. */
export function OpeningDialog({ courseId, of, zone, onClose }: Props) {
  const { t } = useLingui()
  const form = useForm<Values>(valuesOf(of.opens, zone))
  const say = useOpeningWords(zone)
  const edit = useEdit<Values, Saved>(form, {
    stored: of,
    read: ({ opens, version }) => ({ values: valuesOf(opens, zone), version }),
    fetch: async () =>
      savedOf(await browserApi(calls.openings.read, { params: { courseId }, query: {} }), of.kind, of.id),
    labels: { kind: t`Opens`, at: t`Date and time`, days: t`Days after enrolling` },
    show: (name, value) =>
      name === 'kind' ? (choices.find((choice) => choice.value === value)?.label ?? '') : String(value),
  })
  const choices: { value: Kind; label: string }[] = [
    { value: 'atOnce', label: t`At once` },
    { value: 'date', label: t`On a date` },
    { value: 'days', label: t`Some days after enrolling` },
    { value: 'order', label: t`After everything before it is done` },
  ]
  const { kind, at, days } = form.values

  async function save() {
    const saved = await edit.save(async ({ values, version }) => {
      const body = { opens: ruleOf(values), version }
      return of.kind === 'section'
        ? browserApi(calls.openings.setSection, { params: { sectionId: of.id }, body })
        : browserApi(calls.openings.setLecture, { params: { lectureId: of.id }, body })
    })
    // others changed it meanwhile: the educator is being asked
    return saved ? { message: say(saved.stored.opens) } : null
  }

  return (
    <FormDialog
      title={t`When “${{ title: isolate(of.title) }}” opens`}
      text={t`Free previews stay open to everyone. What a student has opened stays open to them.`}
      confirmLabel={t`Save`}
      form={form}
      onClose={onClose}
      send={() => {
        if (kind !== 'date' || at !== '') return save()
        form.showErrors({ at: t`Please enter a date and time` })
        return null
      }}
    >
      <RadioList
        legend={t`Opens`}
        name="kind"
        choices={choices}
        value={kind}
        onChange={(value) => form.set('kind', value)}
      />
      {kind === 'date' && (
        <Field label={t`Date and time`} hint={t`In the time zone ${zone}`} error={form.errors.at} required>
          <Input type="datetime-local" name="at" value={at} onChange={({ target }) => form.set('at', target.value)} />
        </Field>
      )}
      {kind === 'days' && (
        <Field label={t`Days after enrolling`} error={form.errors.days} required>
          <Input
            type="number"
            name="days"
            min={1}
            max={maxOpeningDays}
            value={days}
            onChange={({ target }) => form.set('days', target.value)}
          />
        </Field>
      )}
      <ChangedElsewhere {...edit.elsewhere} />
    </FormDialog>
  )
}
