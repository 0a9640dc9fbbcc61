import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import type { NoteKeeper } from './note-keeper.ts'
import type { ShownNote } from './note-text.ts'

type Props = {
  note: ShownNote
  keeper: NoteKeeper
  /** on a video */
  night?: boolean
  onResolved: (id: string | null) => void
}

/** The question what to do with a note that another device has changed or deleted. */
function Conflict({ note, theirs, keeper, night, onResolved }: Props & { theirs: string | null }) {
  const resolve = (choice: 'mine' | 'theirs') => onResolved(keeper.resolve(note.id, choice))
  return (
    <div role="alert" className="grid gap-2">
      <p className="font-semibold">
        {theirs === null ? (
          <Trans>This note was deleted on another device.</Trans>
        ) : (
          <Trans>This note was changed on another device. There it says:</Trans>
        )}
      </p>
      {theirs !== null && (
        <blockquote
          dir="auto"
          className="max-h-24 overflow-y-auto border-s-4 border-line-strong ps-3 whitespace-pre-line"
        >
          {theirs === '' ? (
            <span>
              <Trans>Bookmark</Trans>
            </span>
          ) : (
            <span>{theirs}</span>
          )}
        </blockquote>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant={night ? 'night' : 'secondary'} size="sm" onClick={() => resolve('mine')}>
          {theirs === null ? <Trans>Keep mine as a new note</Trans> : <Trans>Keep what I wrote</Trans>}
        </Button>
        <Button variant={night ? 'night' : 'secondary'} size="sm" onClick={() => resolve('theirs')}>
          {theirs === null ? <Trans>Delete it here, too</Trans> : <Trans>Take the other one</Trans>}
        </Button>
      </div>
    </div>
  )
}

/** Says where the last change of a note is; "Saved" only when the server has it. */
export function NoteStatus(props: Props) {
  const { note, keeper, night = false } = props
  const { t } = useLingui()
  const { state } = note
  if (state.kind === 'conflict') return <Conflict {...props} theirs={state.theirs} />
  const problem = state.kind === 'offline' || state.kind === 'signed-out' || state.kind === 'refused'
  const here = problem && (state.kept ? t`What you typed is kept in this browser.` : t`Keep this page open.`)
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 text-sm',
        night ? 'text-on-night-muted' : 'text-muted',
      )}
    >
      <p role="status" className="flex flex-wrap gap-x-1.5">
        {state.kind === 'saved' && (
          <span>
            <Trans context="note">Saved</Trans>
          </span>
        )}
        {state.kind === 'saving' && (
          <span>
            <Trans context="note">Saving...</Trans>
          </span>
        )}
        {state.kind === 'offline' && (
          <span>
            <Trans>Not saved yet.</Trans>
          </span>
        )}
        {state.kind === 'signed-out' && (
          <span>
            <Trans>
              Not saved: you were logged out.{' '}
              <a href={paths.login} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                Log in again in a new tab
              </a>
              .
            </Trans>
          </span>
        )}
        {state.kind === 'refused' && <span className={cx(!night && 'text-danger')}>{state.message}</span>}
        {problem && <span>{here}</span>}
      </p>
      {problem && (
        <Button
          variant="link"
          size="sm"
          className={cx(night && 'text-on-night!')}
          onClick={() => keeper.retry(note.id)}
        >
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
