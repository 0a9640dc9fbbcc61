import { Tabs } from '@base-ui/react/tabs'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChartColumn, Files, MessageSquare, NotebookPen } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'
import type { Slot } from '#ui/slot.ts'
import { ChatPanel } from '../chat/chat-panel.tsx'
import type { Room, RoomView } from '../room.ts'
import { isHost } from '../room-state.ts'
import { FilesPanel } from './files-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PanelUnread } from './panel-unread.tsx'
import { PollsPanel } from './polls-panel.tsx'
import { createTogether, type Together } from './together-store.ts'

/** Returns what the participants do together, read when the room is entered and again after each lost connection. */
function useTogether(lectureId: string, roomId: string, joined: boolean): Together | null {
  const [together, setTogether] = useState<Together | null>(null)
  useEffect(() => {
    const made = createTogether({ lectureId, roomId })
    setTogether(made)
    return () => made.close()
  }, [lectureId, roomId])
  useEffect(() => {
    if (joined) void together?.load()
  }, [together, joined])
  return together
}

type TabProps = { value: string; label: string; icon: Slot; count?: number; countLabel?: string }

function PanelTab({ value, label, icon, count = 0, countLabel }: TabProps) {
  return (
    <Tabs.Tab
      value={value}
      className="flex min-h-12 min-w-0 flex-auto items-center justify-center gap-1.5 border-b-2 border-transparent px-1.5 text-sm font-medium text-muted hover:bg-tint hover:text-ink focus-visible:-outline-offset-2 data-active:border-primary data-active:text-ink [&_svg]:size-4.5 [&_svg]:shrink-0"
    >
      {icon}
      <span className="min-w-0 truncate">{label}</span>
      {count > 0 && (
        <>
          <span
            aria-hidden="true"
            className="tabular grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs font-bold text-on-accent"
          >
            {count}
          </span>
          <span className="sr-only">{countLabel}</span>
        </>
      )}
    </Tabs.Tab>
  )
}

type Props = { lectureId: string; control: Room; room: RoomView; userId: string }

/** Its place in the room, which is kept from the first picture on: the videos would begin in it. */
const placeClass =
  'flex min-h-0 flex-col rounded-lg border border-line bg-surface shadow-card max-lg:h-[clamp(24rem,calc(100dvh-24rem),34rem)] lg:col-start-2 lg:row-span-3 lg:row-start-1 full-room:invisible'

/** Beside the videos: chat, polls, notes and files, one at a time. */
export function SidePanel(props: Props) {
  const { lectureId, control, room } = props
  const together = useTogether(lectureId, control.roomId, room.connection === 'joined')
  if (!together) return <div className={placeClass} />
  return <Panels {...props} isHost={isHost(room)} together={together} />
}

/** Returns the number of messages of others that came since the chat was in front. */
function useUnseen(messages: RoomView['messages'], userId: string, isInFront: boolean): number {
  const last = messages.at(-1)?.timestamp ?? ''
  const [seen, setSeen] = useState(last)
  useEffect(() => {
    if (isInFront) setSeen(last)
  }, [isInFront, last])
  return isInFront ? 0 : messages.filter(({ senderId, timestamp }) => senderId !== userId && timestamp > seen).length
}

type PanelsProps = Props & { isHost: boolean; together: Together }

function Panels({ lectureId, control, room, userId, isHost, together }: PanelsProps) {
  const { t } = useLingui()
  const { store } = together
  const state = useSyncExternalStore(store.subscribe, store.read, store.read)
  const [tab, setTab] = useState('chat')
  const unseen = useUnseen(room.messages, userId, tab === 'chat')
  const toVote = isHost ? 0 : state.polls.filter(({ state, chosen }) => state === 'open' && chosen.length === 0).length
  const unread = state.read !== 'done' && (
    <PanelUnread failed={state.read === 'failed'} onAgain={() => void together.load()} />
  )
  const panelClass = 'min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2'

  return (
    <Tabs.Root value={tab} onValueChange={(value) => setTab(String(value))} className={placeClass}>
      <Tabs.List aria-label={t`Beside the videos`} activateOnFocus className="flex border-b border-line">
        <PanelTab
          value="chat"
          label={t`Chat`}
          icon={<MessageSquare aria-hidden="true" />}
          count={unseen}
          countLabel={t`${plural(unseen, { one: '# new message', other: '# new messages' })}`}
        />
        <PanelTab
          value="polls"
          label={t`Polls`}
          icon={<ChartColumn aria-hidden="true" />}
          count={toVote}
          countLabel={t`${plural(toVote, { one: '# waits for your vote', other: '# wait for your vote' })}`}
        />
        <PanelTab
          value="notes"
          label={t({ message: 'Notes', context: 'live room' })}
          icon={<NotebookPen aria-hidden="true" />}
        />
        <PanelTab value="files" label={t`Files`} icon={<Files aria-hidden="true" />} />
      </Tabs.List>
      {/* keeps what was typed, and where it was scrolled to */}
      <Tabs.Panel
        value="chat"
        keepMounted
        tabIndex={-1}
        className={cx('min-h-0 flex-1', tab === 'chat' && 'flex flex-col')}
      >
        <ChatPanel {...{ control, room, userId, isHost, together, state, unread }} isShown={tab === 'chat'} />
      </Tabs.Panel>
      <Tabs.Panel value="polls" keepMounted className={panelClass}>
        {unread || <PollsPanel polls={state.polls} together={together} isHost={isHost} />}
      </Tabs.Panel>
      <Tabs.Panel value="notes" keepMounted className={panelClass}>
        {unread || (state.notes && <NotesPanel notes={state.notes} together={together} isHost={isHost} />)}
      </Tabs.Panel>
      <Tabs.Panel value="files" className={panelClass}>
        <FilesPanel lectureId={lectureId} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
