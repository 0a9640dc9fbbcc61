import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnLivePoll } from '@virtual-courses/contract'
import { Check } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import type { Together } from './together-store.ts'

type Props = { poll: OwnLivePoll; together: Together; isHost: boolean }

/** Share of all who voted, in whole percent. */
const percentOf = (votes: number, voters: number): number => (voters === 0 ? 0 : Math.round((100 * votes) / voters))

function Ballot({ poll, onVote }: { poll: OwnLivePoll; onVote: (choices: number[]) => Promise<void> }) {
  const { t } = useLingui()
  const name = useId()
  const [chosen, setChosen] = useState<readonly number[]>(poll.chosen)
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy || chosen.length === 0) return
    setBusy(true)
    await onVote([...chosen])
    setBusy(false)
  }
  const toggle = (index: number) =>
    setChosen((before) => {
      if (!poll.several) return [index]
      return before.includes(index) ? before.filter((one) => one !== index) : [...before, index]
    })

  return (
    <form onSubmit={send} className="grid gap-3">
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm text-muted">
          {poll.several
            ? t`Choose one or more. No one sees who chose what.`
            : t`Choose one. No one sees who chose what.`}
        </legend>
        {poll.choices.map(({ text }, index) => (
          <label
            // biome-ignore lint/suspicious/noArrayIndexKey: choices of a poll never change
            key={index}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md border border-line px-3 py-1.5 hover:bg-tint has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft"
          >
            <input
              type={poll.several ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(index)}
              onChange={() => toggle(index)}
              className="size-4.5 shrink-0 accent-primary"
            />
            <span {...writtenIn()} className="min-w-0 wrap-anywhere">
              {text}
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" size="sm" busy={busy} aria-disabled={chosen.length === 0 || undefined}>
        <Trans>Vote</Trans>
      </Button>
    </form>
  )
}

function Results({ poll }: { poll: OwnLivePoll }) {
  const { t } = useLingui()
  return (
    <ul className="grid gap-2.5">
      {poll.choices.map(({ text, votes }, index) => {
        const percent = percentOf(votes ?? 0, poll.voters)
        const isMine = poll.chosen.includes(index)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices of a poll never change
          <li key={index}>
            <p className="flex items-baseline gap-2 text-sm">
              {isMine && (
                <Check role="img" aria-label={t`Your choice`} className="size-4 shrink-0 self-center text-success" />
              )}
              <span
                {...writtenIn()}
                className={isMine ? 'min-w-0 flex-1 font-semibold wrap-anywhere' : 'min-w-0 flex-1 wrap-anywhere'}
              >
                {text}
              </span>
              {votes !== null && (
                <span className="tabular shrink-0 text-muted">
                  {t`${plural(votes, { one: '# vote', other: '# votes' })} · ${percent} %`}
                </span>
              )}
            </p>
            {votes !== null && (
              <div aria-hidden="true" className="mt-1 h-2 overflow-hidden rounded-full bg-line">
                <div
                  style={{ width: `${percent}%` }}
                  className="h-full rounded-full bg-primary transition-[width] duration-300 motion-reduce:transition-none"
                />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** One poll: its ballot while it is open and the user has not voted, then its results. */
export function PollCard({ poll, together, isHost }: Props) {
  const { t } = useLingui()
  const [changing, setChanging] = useState(false)
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { _id: pollId, state, voters } = poll
  const hasVoted = poll.chosen.length > 0
  // hosts see how it goes, and vote where they want to
  const votes = state === 'open' && (changing || !(hasVoted || isHost))
  const isHidden = state === 'open' && !poll.resultsAtOnce

  async function act(work: Promise<unknown>) {
    setBusy(true)
    await work
    setBusy(false)
  }

  return (
    <article className="grid gap-3 rounded-lg border border-line p-3.5">
      <header className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          {state === 'draft' && (
            <Badge>
              <Trans>Not started</Trans>
            </Badge>
          )}
          {state === 'open' && (
            <Badge tone="success" dot>
              <Trans>Open</Trans>
            </Badge>
          )}
          {state === 'closed' && (
            <Badge>
              <Trans context="poll">Closed</Trans>
            </Badge>
          )}
          {state !== 'draft' && (
            <span className="tabular text-xs text-muted">
              {t`${plural(voters, { one: '# person voted', other: '# people voted' })}`}
            </span>
          )}
        </p>
        <h3 {...writtenIn()} className="font-sans text-base font-semibold wrap-anywhere">
          {poll.question}
        </h3>
      </header>
      {votes ? (
        <Ballot
          poll={poll}
          onVote={async (choices) => {
            if (await together.vote(pollId, choices)) setChanging(false)
          }}
        />
      ) : (
        <Results poll={poll} />
      )}
      {isHidden && !votes && (
        <p className="text-sm text-muted">
          <Trans>Results are shown when the poll is closed.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {state === 'open' && !votes && (
          <Button size="sm" variant="ghost" onClick={() => setChanging(true)}>
            {hasVoted ? <Trans>Change my vote</Trans> : <Trans>Vote</Trans>}
          </Button>
        )}
        {isHost && state === 'draft' && (
          <Button size="sm" busy={busy} onClick={() => void act(together.changePoll(pollId, 'open'))}>
            <Trans>Start</Trans>
          </Button>
        )}
        {isHost && state === 'open' && (
          <Button
            size="sm"
            variant="secondary"
            busy={busy}
            onClick={() => void act(together.changePoll(pollId, 'closed'))}
          >
            <Trans>Close the poll</Trans>
          </Button>
        )}
        {isHost && (
          <Button size="sm" variant="ghost" onClick={() => setDeleting(true)} className="text-danger">
            <Trans>Delete</Trans>
          </Button>
        )}
      </div>
      {isHost && (
        <AlertDialog
          open={deleting}
          onOpenChange={setDeleting}
          title={t`Delete this poll?`}
          text={t`Its votes are deleted too.`}
          confirmLabel={t`Delete`}
          danger
          busy={busy}
          onConfirm={() => void act(together.deletePoll(pollId))}
        />
      )}
    </article>
  )
}
