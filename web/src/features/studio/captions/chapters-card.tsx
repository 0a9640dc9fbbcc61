import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  type Chapter,
  api as calls,
  type Lecture,
  maxChapters,
  maxChapterTitle,
} from '@virtual-courses/contract'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { formatClock } from '#lib/text/format.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ErrorNotice, Notice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { type ChapterRow, readChapters } from './chapter-rows.ts'

const rowsOf = (chapters: readonly Chapter[]): ChapterRow[] =>
  chapters.map(({ start, title }, id) => ({ id, start: formatClock(start), title }))

const shown = (chapters: readonly Chapter[]): string =>
  chapters.map(({ start, title }) => `${formatClock(start)} ${title}`).join('\n')

async function fetchChapters(courseId: string, lectureId: string): Promise<Chapter[]> {
  const { lectures } = await browserApi(calls.lectures.list, { params: { courseId } })
  return lectures.find(({ _id }) => _id === lectureId)?.chapters ?? []
}

/** Chapters of a lecture's video: where each starts, and its title. */
export function ChaptersCard({
  courseId,
  lecture,
  draft = null,
}: {
  courseId: string
  lecture: Lecture
  /** by the language model: fills the form */
  draft?: readonly Chapter[] | null
}) {
  const { t } = useLingui()
  const [saved, setSaved] = useState<readonly Chapter[]>(lecture.chapters ?? [])
  const [rows, setRows] = useState(() => rowsOf(saved))
  const [nextId, setNextId] = useState(rows.length)
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [taken, setTaken] = useState(draft)
  if (draft !== taken) {
    setTaken(draft)
    if (draft) {
      setRows(rowsOf(draft))
      setNextId(draft.length)
    }
  }
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const edit = useWholeEdit()
  const { chapters, errors } = readChapters(rows, lecture.durationSeconds)
  const dirty =
    JSON.stringify(rows.map(({ start, title }) => [start, title])) !==
    JSON.stringify(rowsOf(saved).map(({ start, title }) => [start, title]))
  const { blocker } = useLeaveGuard(dirty)
  const toFocus = useRef<string | null>(null)

  useEffect(() => {
    if (toFocus.current === null) return
    form.current?.querySelector<HTMLElement>(toFocus.current)?.focus()
    toFocus.current = null
  })

  function add() {
    setRows([...rows, { id: nextId, start: rows.length === 0 ? '0:00' : '', title: '' }])
    setNextId(nextId + 1)
    toFocus.current = 'li:last-child input'
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    setProblem(null)
    if (busy) return
    if (!chapters) {
      toFocus.current = '[aria-invalid="true"]'
      return
    }
    setBusy(true)
    try {
      let now = saved
      const outcome = await edit.save({
        label: t`Chapters`,
        version: saved,
        send: async (replaces) => {
          const body = { chapters, replaces: [...replaces] }
          const reply = await browserApi(calls.lectures.setChapters, { params: { lectureId: lecture._id }, body })
          now = reply.lecture.chapters ?? []
          toast.success(reply.message)
        },
        compare: async () => {
          now = await fetchChapters(courseId, lecture._id)
          return { version: now, mine: shown(chapters), theirs: shown(now) }
        },
        isConflict: (error) => error instanceof ApiError && error.code === 'chapters_changed',
      })
      if (outcome === 'canceled') return
      setSaved(now)
      setRows(rowsOf(now))
      setNextId(now.length)
      setChecked(false)
      // the button that saved them goes
      if (document.activeElement === form.current?.querySelector('[type="submit"]')) toFocus.current = '[data-add]'
    } catch (error) {
      setProblem(failureOf(error, t`The chapters could not be saved. Your changes are still here.`))
    } finally {
      setBusy(false)
    }
  }

  const errorOf = (index: number, field: 'start' | 'title'): string | null => {
    const error = checked ? errors[index]?.[field] : undefined
    return error ? t(error) : null
  }
  const change = (id: number, part: Partial<ChapterRow>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))

  return (
    <Card as="section" aria-labelledby="chapters">
      <h2 id="chapters" className="text-2xl">
        <Trans>Chapters</Trans>
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        <Trans>
          Students see them in the player and jump from one to the next. The first starts at 0:00. A new video removes
          them.
        </Trans>
      </p>
      <LeaveDialog blocker={blocker} />
      <ChangedElsewhere {...edit.elsewhere} />
      {lecture.videoUrl === '' ? (
        <p className="mt-4 font-medium">
          <Trans>Upload the video first.</Trans>
        </p>
      ) : (
        <form ref={form} aria-label={t`Chapters`} onSubmit={save} noValidate className="mt-4 grid gap-4">
          {rows.length > 0 && (
            <ol className="grid gap-3">
              {rows.map(({ id, start, title }, index) => (
                <li key={id} className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-start gap-2">
                  <Field
                    label={t`Start of chapter ${{ number: index + 1 }}`}
                    labelHidden
                    error={errorOf(index, 'start')}
                  >
                    <Input
                      value={start}
                      placeholder="1:30"
                      inputMode="decimal"
                      autoComplete="off"
                      disabled={!hydrated}
                      onChange={({ target }) => change(id, { start: target.value })}
                      className="tabular"
                    />
                  </Field>
                  <Field
                    label={t`Title of chapter ${{ number: index + 1 }}`}
                    labelHidden
                    error={errorOf(index, 'title')}
                  >
                    <Input
                      value={title}
                      placeholder={t`Title`}
                      maxLength={maxChapterTitle}
                      disabled={!hydrated}
                      onChange={({ target }) => change(id, { title: target.value })}
                    />
                  </Field>
                  <IconButton
                    label={t`Delete chapter ${{ number: index + 1 }}`}
                    disabled={busy}
                    onClick={() =>
                      removeRow(() => {
                        setRows(rows.filter((row) => row.id !== id))
                        toFocus.current = '[data-add]'
                      })
                    }
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ol>
          )}
          <div aria-live="polite">
            {draft && dirty && (
              <Notice>
                <Trans>A draft by the language model. Check each start and title, then save it.</Trans>
              </Notice>
            )}
          </div>
          <ErrorNotice said={problem} />
          <div className="flex flex-wrap gap-3">
            <Button
              data-add=""
              variant="secondary"
              disabled={!hydrated || rows.length >= maxChapters}
              icon={<Plus aria-hidden="true" className="size-5" />}
              onClick={add}
            >
              <Trans>Add a chapter</Trans>
            </Button>
            {dirty && (
              <Button type="submit" busy={busy}>
                <Trans>Save chapters</Trans>
              </Button>
            )}
          </div>
        </form>
      )}
    </Card>
  )
}
