import { Trans, useLingui } from '@lingui/react/macro'
import { Combine, Play, Plus, Scissors, Timer, Trash2 } from 'lucide-react'
import { type Dispatch, useEffect, useRef, useState } from 'react'
import { readTime, timeText } from '#lib/text/time-text.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { type Edit, type EditedCue, problemOf } from './cue-edits.ts'

type TimeProps = {
  label: string
  /** Name of the button that takes the time from the video. */
  takeLabel: string
  value: number
  onChange: (ms: number) => void
  /** typing is over */
  onSettled: () => void
  onNow: () => void
}

/** A time that is typed, or taken from the video. */
function TimeField({ label, takeLabel, value, onChange, onSettled, onNow }: TimeProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && readTime(typed) === null
  return (
    <Field label={label} error={wrong ? t`Write a time such as 1:02.500` : null}>
      <Input
        value={typed ?? timeText(value)}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => {
          const ms = readTime(target.value)
          setTyped(target.value)
          if (ms !== null) onChange(ms)
        }}
        onBlur={() => {
          if (!wrong) setTyped(null)
          onSettled()
        }}
        className="tabular"
        trailing={
          <IconButton
            label={takeLabel}
            onClick={() => {
              setTyped(null)
              onNow()
            }}
          >
            <Timer aria-hidden="true" />
          </IconButton>
        }
      />
    </Field>
  )
}

type Props = {
  cue: EditedCue
  number: number
  last: boolean
  language: string
  edit: Dispatch<Edit>
  /** position of the video in milliseconds; null without one */
  now: () => number | null
  onPlay: (cue: EditedCue) => void
}

/** The line that is edited. */
export function CueForm({ cue, number, last, language, edit, now, onPlay }: Props) {
  const { t } = useLingui()
  const text = useRef<HTMLTextAreaElement>(null)
  const { id } = cue
  const problem = problemOf(cue)
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  const settled = () => edit({ kind: 'order' })
  const at = (set: (ms: number) => void) => () => {
    const ms = now()
    if (ms === null) return
    set(ms)
    settled()
  }
  const split = () => edit({ kind: 'split', id, caret: text.current?.selectionStart ?? 0, at: now() ?? -1 })
  return (
    <fieldset className="grid gap-3 border-s-4 border-primary bg-sunken px-4 py-4">
      <legend className="sr-only">{t`Line ${number}`}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <TimeField
          label={t`Start`}
          takeLabel={t`Start where the video is`}
          value={cue.start}
          onChange={(start) => edit({ kind: 'times', id, start })}
          onSettled={settled}
          onNow={at((start) => edit({ kind: 'times', id, start }))}
        />
        <TimeField
          label={t`End`}
          takeLabel={t`End where the video is`}
          value={cue.end}
          onChange={(end) => edit({ kind: 'times', id, end })}
          onSettled={settled}
          onNow={at((end) => edit({ kind: 'times', id, end }))}
        />
      </div>
      <Field
        label={t`What is said`}
        error={problem && t(problem)}
        hint={cue.markup ? t`With tags of WebVTT: write &lt; and &amp; for < and &.` : undefined}
      >
        <Textarea
          ref={text}
          lang={language}
          dir="auto"
          rows={2}
          maxLength={2000}
          value={cue.text}
          onChange={({ target }) => edit({ kind: 'text', id, text: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            split()
          }}
          className="min-h-16!"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={<Play aria-hidden="true" className="size-4" />}
          onClick={() => onPlay(cue)}
        >
          <Trans>Play</Trans>
        </Button>
        <Button variant="secondary" size="sm" icon={<Scissors aria-hidden="true" className="size-4" />} onClick={split}>
          <Trans>Split</Trans>
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={last}
          icon={<Combine aria-hidden="true" className="size-4" />}
          onClick={() => edit({ kind: 'merge', id })}
        >
          <Trans>Merge with next</Trans>
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => edit({ kind: 'add', at: cue.end })}
        >
          <Trans>Add after</Trans>
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={() => edit({ kind: 'remove', id })}
        >
          <Trans>Delete</Trans>
        </Button>
      </div>
    </fieldset>
  )
}
