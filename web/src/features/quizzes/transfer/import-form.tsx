import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, maxTransferBytes, type TransferFormat, type TransferPreview } from '@virtual-courses/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { readTextFile } from '#lib/imports/read-text-file.ts'
import { randomId } from '#lib/random-id.ts'
import { formatCount } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilePicker } from '#ui/form/file-picker.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ErrorNotice, Notice } from '#ui/notice.tsx'
import type { Said } from '#ui/said.tsx'
import { ImportPreview } from './import-preview.tsx'

type Chosen = { file: File; text: string; format: TransferFormat }
type Step =
  | { at: 'choose'; error: Said | null }
  | { at: 'reading'; chosen: Chosen }
  | { at: 'preview'; chosen: Chosen; preview: TransferPreview; key: string; busy: boolean; error: Said | null }
  | { at: 'done'; imported: number }

/** Returns the format that the name of a file stands for. */
const formatOf = (name: string): TransferFormat => (/\.(csv|tsv)$/i.test(name) ? 'csv' : 'gift')

/** Chooses a file of questions, shows what it would bring, and imports it. */
export function ImportForm({
  courseId,
  draft = null,
}: {
  courseId: string /** in the format GIFT, by the language model */
  draft?: string | null
}) {
  const { t } = useLingui()
  const [step, setStep] = useState<Step>({ at: 'choose', error: null })
  // what is read last is shown, whatever comes back first
  const newest = useRef(0)
  const params = { courseId }

  const readDraft = useEffectEvent(
    (text: string) => void preview(new File([text], t`Draft by the language model`), 'gift'),
  )
  useEffect(() => {
    if (draft !== null) readDraft(draft)
  }, [draft])

  async function preview(file: File, format: TransferFormat) {
    const mine = ++newest.current
    const text = await readTextFile(file)
    const chosen = { file, text, format }
    setStep({ at: 'reading', chosen })
    const next = await browserApi(calls.quizTransfer.preview, { params, body: { format, text } }).then(
      (read): Step => ({ at: 'preview', chosen, preview: read, key: randomId(), busy: false, error: null }),
      (error: unknown): Step => ({
        at: 'choose',
        error: failureOf(error, t`The file could not be read. Please try again.`),
      }),
    )
    if (newest.current === mine) setStep(next)
  }

  async function bring() {
    if (step.at !== 'preview' || step.busy) return
    setStep({ ...step, busy: true, error: null })
    const { text, format } = step.chosen
    try {
      // the same key for each try: a reply that was lost imports nothing twice
      const { imported } = await browserApi(calls.quizTransfer.import, {
        params,
        body: { format, text, key: step.key },
      })
      setStep({ at: 'done', imported })
    } catch (error) {
      setStep({
        ...step,
        busy: false,
        error: failureOf(error, t`The questions could not be imported. Please try again.`),
      })
    }
  }

  if (step.at === 'done') {
    const count = formatCount(step.imported)
    return (
      <Card>
        <div role="status">
          <Notice tone="success">
            {t`${plural(step.imported, { one: `${count} question was imported.`, other: `${count} questions were imported.` })}`}
          </Notice>
        </div>
        <p className="mt-3 text-muted">
          <Trans>You find them where you choose the questions of a quiz.</Trans>
        </p>
        <Button className="mt-4" variant="secondary" onClick={() => setStep({ at: 'choose', error: null })}>
          <Trans>Import another file</Trans>
        </Button>
      </Card>
    )
  }
  const chosen = step.at === 'choose' ? null : step.chosen
  const total = step.at === 'preview' ? step.preview.total : 0
  const number = formatCount(total)
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label={t`File of questions`} error={step.at === 'choose' ? step.error : null}>
          <FilePicker
            file={chosen?.file ?? null}
            maxBytes={maxTransferBytes}
            accept=".txt,.gift,.csv,.tsv"
            hint={t`GIFT (.txt) or CSV, up to 1 MB and 2,000 questions`}
            disabled={step.at === 'preview' && step.busy}
            onPick={(file) => {
              newest.current++
              if (file) void preview(file, formatOf(file.name))
              else setStep({ at: 'choose', error: null })
            }}
            onReject={(error) => error && setStep({ at: 'choose', error })}
          />
        </Field>
        {chosen && (
          <Field label={t`Format`}>
            <Select
              value={chosen.format}
              options={[
                { value: 'gift', label: t`GIFT` },
                { value: 'csv', label: t`CSV table` },
              ]}
              onChange={({ target }) => void preview(chosen.file, target.value === 'csv' ? 'csv' : 'gift')}
            />
          </Field>
        )}
      </div>
      <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {step.at === 'reading' && (
          <p className="text-muted">
            <Trans>Reading the file…</Trans>
          </p>
        )}
        {draft !== null && step.at === 'preview' && (
          <Notice>
            <Trans>
              A draft by the language model. Look at each question before you import it; you can change them afterwards.
            </Trans>
          </Notice>
        )}
        {step.at === 'preview' && <ImportPreview preview={step.preview} />}
      </div>
      {step.at === 'preview' && <ErrorNotice said={step.error} />}
      {step.at === 'preview' && total > 0 && total <= step.preview.room && (
        <div>
          <Button busy={step.busy} onClick={() => void bring()}>
            {t`${plural(total, { one: `Import ${number} question`, other: `Import ${number} questions` })}`}
          </Button>
        </div>
      )}
    </Card>
  )
}
