import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type DrawnElement } from '@virtual-courses/contract'
import { Eraser, ImageDown, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { openLiveConnection } from '#lib/connection/live-connection.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Switch } from '#ui/form/checkbox.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import type { Room, RoomView } from '../room.ts'
import { isHost, personOf } from '../room-state.ts'
import { type SceneElement, textsOf, toSend } from './board-elements.ts'
import { BoardFrame } from './board-frame.tsx'
import { type BoardSync, createBoardSync, type Scene } from './board-sync.ts'
import { keepPicture } from './keep-picture.ts'

type Props = {
  lectureId: string
  lectureTitle: string
  control: Room
  room: RoomView
  isOwner: boolean
}

/** Milliseconds after a change in which the list of texts follows. */
const textsMs = 500

/** The whiteboard of a room: hosts draw, speakers where a host lets them, all others look. */
export function LiveBoard({ lectureId, lectureTitle, control, room, isOwner }: Props) {
  const { t } = useLingui()
  const { roomId } = control
  const host = isHost(room)
  const speakersDraw = room.status.board?.speakersDraw ?? false
  const mayDraw = host || (speakersDraw && personOf(room)?.role === 'speaker')
  const joined = room.connection === 'joined'
  const [scene, setScene] = useState<Scene | null>(null)
  const [sync, setSync] = useState<BoardSync | null>(null)
  const [texts, setTexts] = useState<readonly string[]>([])
  const [loaded, setLoaded] = useState(false)
  const [keeping, setKeeping] = useState(false)
  const [clearing, setClearing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const may = useEffectEvent(() => mayDraw)

  useEffect(() => {
    if (!scene) return
    setLoaded(false)
    const made = createBoardSync({
      live: openLiveConnection(),
      readBoard: () => browserApi(calls.liveBoard.board, { params: { lectureId } }),
      ...{ roomId, scene },
      mayDraw: () => may(),
      onLoaded: () => setLoaded(true),
    })
    setSync(made)
    return () => made.close()
  }, [scene, lectureId, roomId])
  // what came while the connection was lost, or before the own role changed
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the role changes
  useEffect(() => {
    if (joined) void sync?.load()
  }, [sync, joined, mayDraw])
  useEffect(() => () => clearTimeout(timer.current), [])

  function changed(elements: readonly SceneElement[]): void {
    sync?.changed()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTexts(textsOf(elements)), textsMs)
  }

  async function keep(): Promise<void> {
    if (!scene || !sync || keeping) return
    setKeeping(true)
    const revision = await sync.settled()
    const elements = scene
      .elements()
      .filter((one) => !one.isDeleted && !scene.isNothing(one))
      .map(toSend)
      .filter((one): one is DrawnElement => !one.isDeleted)
    if (elements.length > 0) await keepPicture({ lectureId, roomId, revision, elements })
    setKeeping(false)
  }

  return (
    <BoardFrame
      name={lectureTitle}
      mayDraw={mayDraw && loaded}
      texts={texts}
      onReady={setScene}
      onChange={changed}
      onEscape={() => heading.current?.focus()}
      className="max-lg:-mx-gutter max-lg:h-[clamp(22rem,70dvh,44rem)] lg:h-full lg:rounded-t-lg full-room:fixed full-room:inset-0 full-room:z-46 full-room:m-0 full-room:h-auto"
    >
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-1.5',
          // the heading stays, for those who listen and as the way out of the drawing
          'full-room:min-h-0 full-room:border-0 full-room:p-0 full-room:[&>:not(h2)]:hidden',
          !host && 'min-h-11',
        )}
      >
        <h2 ref={heading} tabIndex={-1} className="me-auto font-sans text-base font-semibold full-room:sr-only">
          <Trans>Whiteboard</Trans>
        </h2>
        {!host && (
          <p className="text-sm text-muted">
            {mayDraw ? t`You can draw. Escape leads out of it.` : t`You can look at it and move it.`}
          </p>
        )}
        {host && (
          <Switch
            label={t`Speakers draw too`}
            checked={speakersDraw}
            onChange={({ target }) => void control.setBoard({ speakersDraw: target.checked })}
          />
        )}
        {isOwner && (
          <Button
            size="sm"
            variant="secondary"
            icon={<ImageDown aria-hidden="true" className="size-4" />}
            busy={keeping}
            onClick={() => void keep()}
          >
            <Trans>Keep as picture</Trans>
          </Button>
        )}
        {host && (
          <IconButton label={t`Clear the whiteboard`} onClick={() => setClearing(true)}>
            <Eraser aria-hidden="true" />
          </IconButton>
        )}
        {host && (
          <IconButton label={t`Close the whiteboard`} onClick={() => void control.setBoard({ shown: false })}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <AlertDialog
        open={clearing}
        onOpenChange={setClearing}
        title={t`Clear the whiteboard?`}
        text={t`What everyone has drawn is erased. This cannot be undone.`}
        confirmLabel={t`Clear the whiteboard`}
        danger
        onConfirm={() => {
          setClearing(false)
          void sync?.clear()
        }}
      />
    </BoardFrame>
  )
}
