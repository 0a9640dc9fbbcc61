import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  api as calls,
  type MarksPreview,
  maxMarksBytes,
  maxMarksStudents,
  maxReason,
} from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { readTextFile } from '#lib/imports/read-text-file.ts'
import { formatCount } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilePicker } from '#ui/form/file-picker.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { Said } from '#ui/said.tsx'
import { ImportPreview } from './import-preview.tsx'

type Step =
  | { at: 'choose'; error: Said | null }
  | { at: 'reading'; file: File }
  | { at: 'preview'; file: File; text: string; preview: MarksPreview }
  | { at: 'done'; changed: number }

/** Asks for the reason that the students read, and changes the marks. */
function ApplyDialog({
  count,
  onClose,
  onApply,
}: {
  count: string
  onClose: () => void
  onApply: (reason: string) => Promise<void>
}) {
  const { t } = useLingui()
  const form = useForm({ reason: '' })
  async function send() {
    await onApply(form.values.reason)
    return { message: t`The marks were changed` }
  }
  return (
    <FormDialog
      title={t`Change marks`}
      text={t`Marks that will change: ${count}. Each student is notified, and marks that you set stand until you change them again.`}
      confirmLabel={t`Change marks`}
      form={form}
      onClose={onClose}
      send={send}
    >
      <Field label={t`Reason`} hint={t`The students read it beside their marks.`} error={form.errors.reason} required>
        <Textarea
          name="reason"
          maxLength={maxReason}
          rows={3}
          value={form.values.reason}
          onChange={({ target }) => form.set('reason', target.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** Chooses a table of marks, shows what it would change, and changes it. */
export function ImportForm({ courseId }: { courseId: string }) {
  const { t } = useLingui()
  const [step, setStep] = useState<Step>({ at: 'choose', error: null })
  const [asks, setAsks] = useState(false)
  // what is read last is shown, whatever comes back first
  const newest = useRef(0)
  const params = { courseId }

  async function read(file: File) {
    const mine = ++newest.current
    setStep({ at: 'reading', file })
    const next = await readTextFile(file)
      .then(async (text) => ({ text, preview: await browserApi(calls.marks.preview, { params, body: { text } }) }))
      .then(
        (found): Step => ({ at: 'preview', file, ...found }),
        (error: unknown): Step => ({
          at: 'choose',
          error: failureOf(error, t`The file could not be read. Please try again.`),
        }),
      )
    if (newest.current === mine) setStep(next)
  }

  async function apply(reason: string) {
    if (step.at !== 'preview') return
    const { text, preview, file } = step
    try {
      const { changed } = await browserApi(calls.marks.import, { params, body: { text, reason, seen: preview.seen } })
      setStep({ at: 'done', changed })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_elsewhere') void read(file)
      throw error
    }
  }

  if (step.at === 'done') {
    const count = formatCount(step.changed)
    return (
      <Card>
        <div role="status">
          <Notice tone="success">
            {t`${plural(step.changed, { one: `${count} mark was changed.`, other: `${count} marks were changed.` })}`}
          </Notice>
        </div>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to={studioPaths.courseMarks(courseId)}>
            <Trans>Show the marks</Trans>
          </ButtonLink>
          <Button variant="secondary" onClick={() => setStep({ at: 'choose', error: null })}>
            <Trans>Import another file</Trans>
          </Button>
        </div>
      </Card>
    )
  }
  const most = formatCount(maxMarksStudents)
  const total = step.at === 'preview' ? step.preview.changesTotal : 0
  const count = formatCount(total)
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Field label={t`Table of marks`} error={step.at === 'choose' ? step.error : null}>
        <FilePicker
          file={step.at === 'choose' ? null : step.file}
          maxBytes={maxMarksBytes}
          accept=".csv,.tsv,.txt"
          hint={t`CSV, up to 2 MB and ${most} students`}
          onPick={(file) => {
            newest.current++
            if (file) void read(file)
            else setStep({ at: 'choose', error: null })
          }}
          onReject={(error) => error && setStep({ at: 'choose', error })}
        />
      </Field>
      <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {step.at === 'reading' && (
          <p className="text-muted">
            <Trans>Reading the file…</Trans>
          </p>
        )}
        {step.at === 'preview' && <ImportPreview preview={step.preview} />}
      </div>
      {total > 0 && (
        <div>
          <Button onClick={() => setAsks(true)}>
            {t`${plural(total, { one: `Change ${count} mark`, other: `Change ${count} marks` })}`}
          </Button>
        </div>
      )}
      {asks && total > 0 && <ApplyDialog count={count} onClose={() => setAsks(false)} onApply={apply} />}
    </Card>
  )
}
