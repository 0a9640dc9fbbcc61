import { Trans, useLingui } from '@lingui/react/macro'
import { maxPolls, mostPollChoices, type OwnLivePoll } from '@virtual-courses/contract'
import { ChartColumn, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { PanelEmpty } from './panel-empty.tsx'
import { PollCard } from './poll-card.tsx'
import { PollForm } from './poll-form.tsx'
import type { Together } from './together-store.ts'

const rank = { open: 0, draft: 1, closed: 2 }

type Props = { polls: readonly OwnLivePoll[]; together: Together; isHost: boolean }

/** The polls of a session: open ones first, the newest first among those of a kind. */
export function PollsPanel({ polls, together, isHost }: Props) {
  const { t } = useLingui()
  const [making, setMaking] = useState(false)
  const listed = polls.toReversed().sort((a, b) => rank[a.state] - rank[b.state])
  return (
    <div className="grid content-start gap-3 p-4">
      <h2 className="sr-only">{t`Polls`}</h2>
      {isHost && !making && polls.length < maxPolls && (
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => setMaking(true)}
          className="justify-self-start"
        >
          <Trans>New poll</Trans>
        </Button>
      )}
      {making && <PollForm together={together} onClose={() => setMaking(false)} />}
      {listed.map((poll) => (
        <PollCard key={poll._id} poll={poll} together={together} isHost={isHost} />
      ))}
      {listed.length === 0 && !making && (
        <PanelEmpty icon={<ChartColumn />}>
          {isHost ? (
            <Trans>Ask everyone at once: a poll has up to {mostPollChoices} choices.</Trans>
          ) : (
            <Trans>No polls yet.</Trans>
          )}
        </PanelEmpty>
      )}
    </div>
  )
}
