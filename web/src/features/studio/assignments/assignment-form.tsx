import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  type Assignment,
  api as calls,
  type LateRule,
  maxAnswerAttempts,
  maxLectureText,
} from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { controlText, useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SignedOutNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { MarkdownField } from '../lectures/markdown-field.tsx'
import { type DraftCriterion, draftOf, draftPoints, rubricOf } from './rubric-draft.ts'
import { RubricEditor } from './rubric-editor.tsx'
import { zoneTime } from './zone-time.ts'

/** `rubric` is JSON of the criteria as they are typed. */
type Values = {
  title: string
  task: string
  dueAt: string
  lateRule: string
  latePercent: string
  maxAttempts: string
  maxMarks: string
  rubric: string
}

const valuesOf = (assignment: Assignment): Values => ({
  title: controlText.line(assignment.title),
  task: controlText.lines(assignment.task),
  dueAt: zoneTime(assignment.dueAt, assignment.zone),
  lateRule: assignment.lateRule,
  latePercent: String(assignment.latePercent),
  maxAttempts: String(assignment.maxAttempts),
  maxMarks: String(assignment.maxMarks),
  rubric: JSON.stringify(draftOf(assignment.rubric)),
})

const criteriaOf = (values: Values): DraftCriterion[] => JSON.parse(values.rubric) as DraftCriterion[] // written by this form alone

type Props = { stored: Assignment }

/** Form of an assignment: task, due time, late rule, attempts and rubric. */
export function AssignmentForm({ stored }: Props) {
  const { t } = useLingui()
  const { lectureId, zone } = stored
  const form = useForm<Values>(valuesOf(stored))
  const { values, errors } = form
  const rubric = criteriaOf(values)
  const [saving, setSaving] = useState(false)
  const hydrated = useHydrated()
  const { blocker } = useLeaveGuard(form.dirty)
  const edit = useEdit<Values, Assignment>(form, {
    stored,
    read: (assignment) => ({ values: valuesOf(assignment), version: assignment.version }),
    fetch: async () => (await browserApi(calls.assignments.read, { params: { lectureId } })).assignment,
    labels: {
      title: t`Title`,
      task: t`Task`,
      dueAt: t`Due`,
      lateRule: t`Late answers`,
      latePercent: t`Percent for each day`,
      maxAttempts: t`Attempts`,
      maxMarks: t`Highest marks`,
      rubric: t`Rubric`,
    },
    show: (name, value) =>
      name === 'rubric'
        ? (JSON.parse(String(value)) as DraftCriterion[]).map(({ title }) => title).join(', ') // as above
        : String(value),
  })

  const draft = useDraft(form, { kind: 'assignment', subject: lectureId, version: edit.version })

  async function save() {
    const parsed = rubricOf(rubric)
    if (!parsed) return form.showErrors({ rubric: t`Points of levels are whole numbers` })
    setSaving(true)
    try {
      const saved = await edit.save(async ({ values: sent, version }) => {
        const reply = await browserApi(calls.assignments.edit, {
          params: { lectureId },
          body: {
            title: sent.title,
            task: sent.task,
            dueAt: sent.dueAt || null,
            lateRule: sent.lateRule as LateRule, // one of the options below
            latePercent: Number(sent.latePercent),
            maxAttempts: Number(sent.maxAttempts),
            maxMarks: Number(sent.maxMarks),
            rubric: rubricOf(criteriaOf(sent)) ?? [],
            ...(version !== undefined && { version }),
          },
        })
        return reply.assignment
      })
      if (saved) toast.success(t`Assignment saved`)
    } catch (error) {
      const failed = form.fail(error)
      const inRubric =
        error instanceof ApiError ? error.fields.find(({ path }) => path.startsWith('rubric')) : undefined
      if (inRubric) form.showErrors({ ...failed.errors, rubric: inRubric.message })
      toast.error(failed)
    } finally {
      setSaving(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (saving) return
    if (values.title.trim() === '') return form.showErrors({ title: t`Title of the assignment is required` })
    void save()
  }

  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
      <Card className="grid gap-5">
        <Field label={t`Title`} required error={errors.title}>
          <Input
            name="title"
            value={values.title}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => form.set('title', target.value)}
          />
        </Field>
        <MarkdownField
          name="task"
          label={t`Task`}
          hint={t`What students should do. Markdown: # heading, **bold**, *emphasis*, - list, 1. list, > quote, \`code\`, [link](https://…).`}
          preview={t`How students see it: task`}
          value={values.task}
          error={errors.task}
          maxLength={maxLectureText}
          rows={8}
          onChange={(value) => form.set('task', value)}
        />
      </Card>
      <Card className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t`Due`}
          hint={t`In the time zone of this site (${{ zone: zone.replaceAll('_', ' ') }}). Empty for no due time.`}
          error={errors.dueAt}
        >
          <Input
            name="dueAt"
            type="datetime-local"
            value={values.dueAt}
            onChange={({ target }) => form.set('dueAt', target.value)}
          />
        </Field>
        <Field label={t`Late answers`} hint={t`What becomes of an answer after the due time.`} error={errors.lateRule}>
          <Select
            name="lateRule"
            value={values.lateRule}
            options={[
              { value: 'marked', label: t`Are taken, and marked as late` },
              { value: 'reduced', label: t`Lose marks for each day` },
              { value: 'refused', label: t`Are not taken` },
            ]}
            onChange={({ target }) => form.set('lateRule', target.value)}
          />
        </Field>
        {values.lateRule === 'reduced' && (
          <Field label={t`Percent for each day`} error={errors.latePercent}>
            <Input
              name="latePercent"
              inputMode="numeric"
              maxLength={3}
              value={values.latePercent}
              onChange={({ target }) => form.set('latePercent', target.value)}
            />
          </Field>
        )}
        <Field
          label={t`Attempts`}
          hint={t`How often an answer can be handed in until you accept it, at most ${maxAnswerAttempts}.`}
          error={errors.maxAttempts}
        >
          <Input
            name="maxAttempts"
            inputMode="numeric"
            maxLength={2}
            value={values.maxAttempts}
            onChange={({ target }) => form.set('maxAttempts', target.value)}
          />
        </Field>
        <Field
          label={t`Highest marks`}
          hint={rubric.length > 0 ? t`The points of the rubric` : t`You give marks from 0 to this number.`}
          error={errors.maxMarks}
        >
          <Input
            name="maxMarks"
            inputMode="numeric"
            maxLength={4}
            readOnly={rubric.length > 0}
            value={rubric.length > 0 ? String(draftPoints(rubric)) : values.maxMarks}
            onChange={({ target }) => form.set('maxMarks', target.value)}
          />
        </Field>
      </Card>
      <Card>
        <RubricEditor
          rubric={rubric}
          error={errors.rubric}
          onChange={(next) => form.set('rubric', JSON.stringify(next))}
        />
      </Card>
      {form.signedOut && <SignedOutNotice login={paths.login} />}
      <SaveBar state={form.dirty ? t(unsavedTexts[draft.place]) : t`All changes saved`} inColumn>
        <Button type="submit" busy={saving} disabled={!hydrated}>
          <Trans>Save assignment</Trans>
        </Button>
      </SaveBar>
      <LeaveDialog blocker={blocker} />
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}
