import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ApiError, api as calls, captionsPath, type Lecture } from '@virtual-courses/contract'
import { CircleAlert, Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { rangeWith } from '#lib/range-with.ts'
import { failureOf, failureSaying } from '#lib/text/message-of.ts'
import { timeText } from '#lib/text/time-text.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { ErrorNotice, Notice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Said } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { StoredVideo } from '../uploads/stored-video.ts'
import { differingLines, type EditedCue, problemOf, problemOfAll, toVtt } from './cue-edits.ts'
import { CueForm } from './cue-form.tsx'
import { useCaptionsDraft } from './use-captions-draft.ts'

type Props = { lecture: Lecture; language: string; label: string; Video: StoredVideo }

/** Edits the captions of a lecture in one language, beside its video. */
export function CaptionsEditor({ lecture, language, label, Video }: Props) {
  const { t } = useLingui()
  const draft = useCaptionsDraft(captionsPath(lecture._id, language))
  const { editing, edit } = draft
  const { cues, selected } = editing
  const video = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Said | null>(null)
  const whole = useWholeEdit()
  const count = cues.length
  const at = cues.findIndex(({ id }) => id === selected)

  const list = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: (index) => (index === at ? 330 : 56),
    getItemKey: (index) => cues[index]?.id ?? index,
    overscan: 4,
    // the line that is edited keeps what is typed while it is out of view
    rangeExtractor: rangeWith(at),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the line that was chosen or moved, not with each key
  useEffect(() => {
    if (at >= 0) list.scrollToIndex(at)
  }, [selected, at])

  const now = () =>
    video.current && video.current.readyState > 0 ? Math.round(video.current.currentTime * 1000) : null
  function play({ start }: EditedCue) {
    if (!video.current) return
    video.current.currentTime = start / 1000
    void video.current.play().catch(() => {})
  }

  async function save() {
    if (saving || !draft.dirty) return
    const wrong = cues.findIndex((cue) => problemOf(cue) !== null)
    const [cue] = cues.slice(wrong)
    const problem = wrong >= 0 && cue ? problemOf(cue) : null
    if (cue && problem) {
      edit({ kind: 'select', id: cue.id })
      setProblem(t`Line ${{ number: wrong + 1 }}: ${{ problem: t(problem) }}`)
      return
    }
    const ofAll = problemOfAll(cues)
    setProblem(ofAll && t(ofAll))
    if (ofAll) return
    setSaving(true)
    try {
      const outcome = await whole.save({
        label: t`Captions in ${label}`,
        version: draft.version,
        send: async (replaces) => {
          const reply = await browserApi(calls.lectures.setCaptions, {
            params: { lectureId: lecture._id },
            body: { language, text: toVtt(cues), source: 'editor', replaces },
          })
          draft.saved(reply.version, cues)
          toast.success(reply.message)
        },
        compare: async () => {
          const now = await draft.fetch()
          return { version: now.version, ...differingLines(cues, now.cues) }
        },
        isConflict: (error) => error instanceof ApiError && error.code === 'captions_changed',
      })
      if (outcome === 'theirs') await discard()
    } catch (error) {
      setProblem(failureOf(error, t`The captions could not be saved. Your changes are still here.`))
    } finally {
      setSaving(false)
    }
  }

  async function discard() {
    try {
      await draft.reload()
    } catch (error) {
      setProblem(failureSaying(error, t`The saved captions could not be loaded. Your changes are still here.`))
    }
  }

  const step = (by: number) => {
    const next = cues[at + by]
    if (next) edit({ kind: 'select', id: next.id })
  }

  function onKey(event: KeyboardEvent) {
    const control = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const does: (() => void) | null =
      control && key === 's'
        ? () => void save()
        : control && key === 'z'
          ? () => edit({ kind: event.shiftKey ? 'redo' : 'undo' })
          : control && key === 'y'
            ? () => edit({ kind: 'redo' })
            : event.altKey && key === 'arrowdown'
              ? () => step(1)
              : event.altKey && key === 'arrowup'
                ? () => step(-1)
                : event.altKey && key === 'k'
                  ? () => void (video.current?.paused ? video.current.play().catch(() => {}) : video.current?.pause())
                  : null
    if (!does) return
    event.preventDefault()
    does()
  }

  if (draft.state === 'loading') return <Spinner className="min-h-60 justify-center" label={t`Loading the captions`} />
  if (draft.state === 'failed')
    return (
      <ErrorState
        text={t`The captions could not be loaded. Check your connection and try again.`}
        onRetry={() => window.location.reload()}
      />
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts, for which there are buttons as well
    <div onKeyDown={onKey}>
      <LeaveDialog blocker={draft.blocker} />
      <ChangedElsewhere {...whole.elsewhere} />
      {draft.restored && (
        <Notice
          className="mb-5"
          action={
            <Button variant="link" onClick={() => void discard()}>
              <Trans>Discard them</Trans>
            </Button>
          }
        >
          <Trans>Changes that you had not saved were restored.</Trans>
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="grid gap-4 lg:sticky lg:top-[calc(var(--spacing-bar)+1.25rem)]">
          <Video
            label={t`Current video`}
            address={lecture}
            video={video}
            className="aspect-video w-full rounded-md bg-night"
          />
          <p className="text-sm text-muted max-lg:hidden">
            <Trans>
              Keys: Alt+↑ and Alt+↓ go to the line before and after, Ctrl+Enter splits, Alt+K plays and pauses, Ctrl+Z
              undoes, Ctrl+S saves.
            </Trans>
          </p>
        </div>
        <section
          aria-label={t`Lines in ${label}`}
          className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
        >
          <div className="flex flex-wrap items-center gap-1 border-b border-line px-4 py-2">
            <p className="me-auto text-sm text-muted">{t`${plural(count, { one: '1 line', other: '# lines' })}`}</p>
            <IconButton label={t`Undo`} disabled={editing.past.length === 0} onClick={() => edit({ kind: 'undo' })}>
              <Undo2 aria-hidden="true" />
            </IconButton>
            <IconButton label={t`Redo`} disabled={editing.future.length === 0} onClick={() => edit({ kind: 'redo' })}>
              <Redo2 aria-hidden="true" />
            </IconButton>
            <Button variant="ghost" size="sm" onClick={() => edit({ kind: 'shift', by: -500 })}>
              <Trans>All 0.5 s earlier</Trans>
            </Button>
            <Button variant="ghost" size="sm" onClick={() => edit({ kind: 'shift', by: 500 })}>
              <Trans>All 0.5 s later</Trans>
            </Button>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => edit({ kind: 'add', at: now() ?? cues[at]?.end ?? 0 })}
            >
              <Trans>Add a line here</Trans>
            </Button>
          </div>
          <div ref={box} className="h-[65dvh] overflow-y-auto overscroll-contain">
            <ol className="relative" style={{ height: list.getTotalSize() }}>
              {list.getVirtualItems().map(({ key, index, start }) => {
                const cue = cues[index]
                if (!cue) return null
                return (
                  <li
                    key={key}
                    ref={list.measureElement}
                    data-index={index}
                    aria-setsize={cues.length}
                    aria-posinset={index + 1}
                    className="absolute inset-x-0 top-0 border-b border-line"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    {index === at ? (
                      <CueForm
                        cue={cue}
                        number={index + 1}
                        last={index === cues.length - 1}
                        language={language}
                        edit={edit}
                        now={now}
                        onPlay={play}
                      />
                    ) : (
                      <button
                        type="button"
                        onClick={() => edit({ kind: 'select', id: cue.id })}
                        className="flex min-h-14 w-full gap-3 px-4 py-2 text-start leading-snug hover:bg-tint focus-visible:-outline-offset-2"
                      >
                        <span className="tabular w-20 shrink-0 text-sm text-muted">{timeText(cue.start)}</span>
                        <span
                          lang={language}
                          dir="auto"
                          className={cx(
                            'line-clamp-2 min-w-0 flex-1 wrap-anywhere',
                            cue.text.trim() === '' && 'text-muted',
                          )}
                        >
                          {cue.text.trim() || t`Empty`}
                        </span>
                        {problemOf(cue) !== null && (
                          <CircleAlert
                            role="img"
                            aria-label={t`has to be changed`}
                            className="size-5 shrink-0 text-danger"
                          />
                        )}
                      </button>
                    )}
                  </li>
                )
              })}
            </ol>
          </div>
        </section>
      </div>
      <SaveBar
        inColumn
        state={saving ? t`Saving …` : draft.dirty ? t`Unsaved changes, kept in this tab` : t`All changes are saved`}
        notice={<ErrorNotice said={problem} />}
      >
        <Button busy={saving} aria-disabled={!draft.dirty || undefined} onClick={() => void save()}>
          <Trans>Save captions</Trans>
        </Button>
      </SaveBar>
    </div>
  )
}
