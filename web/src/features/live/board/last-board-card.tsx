import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { ImageDown, Presentation } from 'lucide-react'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { FoldCard } from '#ui/layout/fold-card.tsx'
import { SaidText } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useRead } from '../together/use-read.ts'
import { textsOf } from './board-elements.ts'
import { BoardFrame } from './board-frame.tsx'
import { keepPicture } from './keep-picture.ts'

type Board = NonNullable<ReplyOf<typeof calls.liveBoard.lastBoard>['board']>

function LastBoard({ lectureId, board }: { lectureId: string; board: Board }) {
  const { t } = useLingui()
  const [kept, setKept] = useState(board.kept)
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function keep(): Promise<void> {
    setBusy(true)
    if (await keepPicture({ lectureId, ...board })) setKept(true)
    setBusy(false)
  }

  return (
    <div className="grid gap-3 p-4">
      <p className="text-sm text-muted">
        <span>
          <Trans>
            Last changed: <ReaderTime iso={board.changedAt} look="dateTime" />
          </Trans>
        </span>{' '}
        <span>
          {kept ? t`A picture of it is among the files of this lecture.` : t`No picture of it has been kept yet.`}
        </span>
      </p>
      <BoardFrame
        name={t`Whiteboard`}
        mayDraw={false}
        texts={textsOf(board.elements)}
        onReady={(scene) => scene.take(board.elements)}
        onChange={() => {}}
        onEscape={() => button.current?.focus()}
        className="h-[clamp(20rem,60dvh,36rem)] rounded-md border border-line"
      />
      <Button
        ref={button}
        variant={kept ? 'secondary' : 'primary'}
        icon={<ImageDown aria-hidden="true" className="size-5" />}
        busy={busy}
        onClick={() => void keep()}
        className="justify-self-start"
      >
        <Trans>Keep as picture</Trans>
      </Button>
    </div>
  )
}

function Panel({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const { read, again } = useRead(lectureId, (signal) =>
    browserApi(calls.liveBoard.lastBoard, { params: { lectureId }, signal }),
  )
  if (read === null) return <Spinner className="min-h-24 w-full justify-center" label={t`Loading the whiteboard`} />
  if ('failure' in read)
    return (
      <ErrorState
        text={<SaidText said={failureOf(read.failure, t`The whiteboard could not be read`)} />}
        onRetry={again}
      />
    )
  const { board } = read.data
  if (board === null)
    return (
      <p className="p-4 text-muted">
        <Trans>Nothing was drawn in the live sessions of the last 30 days.</Trans>
      </p>
    )
  return <LastBoard lectureId={lectureId} board={board} />
}

/** The last whiteboard of a lecture's live sessions, for its educator. Nothing is loaded until it is open. */
export function LastBoardCard({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <FoldCard
      icon={<Presentation />}
      title={t`Whiteboard of the live session`}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <Panel lectureId={lectureId} />
    </FoldCard>
  )
}
