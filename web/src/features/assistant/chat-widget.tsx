import { useLingui } from '@lingui/react/macro'
import { MessageCircle, X } from 'lucide-react'
import {
  type ComponentType,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createStore } from '#lib/create-store.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { toast } from '#ui/overlays/toast.ts'
import { Spinner } from '#ui/spinner.tsx'
import { chatOpen } from './chat-open.ts'
import type { ChatPanelProps } from './chat-panel.tsx'
import type { ConversationView } from './conversation.ts'

const query = '(max-width: 420px)'

function subscribe(changed: () => void) {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether this is a small phone, on which the panel takes the whole screen. */
const useSmallScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )

/** The latest reply without its formatting, for screen readers; fetched with the first reply. */
const SpokenReply = lazy<ComponentType<{ text: string }>>(() =>
  import('#lib/text/read-markdown.ts').then(
    ({ plainText }) => ({ default: ({ text }) => <span>{plainText(text)}</span> }),
    () => ({ default: ({ text }) => <span>{text}</span> }),
  ),
)

/** Distance of a scroll that counts, in pixels. */
const scrollStep = 12

/**
 * Whether the button is out of the way of what is read: on narrow screens it leaves while the page is scrolled down and comes back
 * when it is scrolled up, as the address bar of phones does.
 */
function useRetreat(): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    let from = window.scrollY
    const onScroll = () => {
      const moved = window.scrollY - from
      if (Math.abs(moved) < scrollStep) return
      from = window.scrollY
      setAway(moved > 0)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return away
}

type Panels = { small?: ComponentType<ChatPanelProps>; wide?: ComponentType<ChatPanelProps> }

type Talk = typeof import('./assistant.ts')['conversation']

/** The conversation is loaded with the panel, and stays. */
const talk = createStore<Talk | null>(null)
const never = () => () => {}

/** Returns what the conversation shows; undefined before it is loaded. */
function useTalk(userId: string): ConversationView | undefined {
  const loaded = useSyncExternalStore(talk.subscribe, talk.read, () => null)
  useEffect(() => loaded?.openFor(userId), [loaded, userId])
  return useSyncExternalStore(
    loaded?.subscribe ?? never,
    () => loaded?.read(),
    () => undefined,
  )
}

/** Loads a panel with the conversation, and with what its first question needs. */
async function loadPanel(small: boolean, userId: string): Promise<Panels> {
  const asking = import('./ask-assistant.ts')
  const panels = small
    ? { small: (await import('./chat-sheet.tsx')).ChatSheet }
    : { wide: (await import('./chat-panel.tsx')).ChatPanel }
  const { conversation } = await import('./assistant.ts')
  await asking
  conversation.openFor(userId)
  talk.write(conversation)
  return panels
}

/** Button of the assistant at the corner of every page. Its panel is loaded on the first hover or focus of the button. */
export function ChatWidget({ userId }: { userId: string }) {
  const { t } = useLingui()
  const view = useTalk(userId)
  const latestReply = view?.latestReply ?? ''
  const open = useSyncExternalStore(chatOpen.subscribe, chatOpen.read, () => false)
  const small = useSmallScreen()
  const away = useRetreat() && !open
  const full = small && open
  // both are kept: when the width changes while one is loading, it must not take the place of the other
  const [panels, setPanels] = useState<Panels>({})
  const Panel = small ? panels.small : panels.wide
  const [seen, setSeen] = useState('')
  const button = useRef<HTMLButtonElement>(null)

  const fetchPanel = useCallback(() => {
    loadPanel(small, userId).then(
      (panel) => setPanels((known) => ({ ...known, ...panel })),
      () => {
        if (!chatOpen.read()) return
        chatOpen.write(false)
        toast.error(t`You are offline`)
      },
    )
  }, [small, userId, t])
  // also when the screen becomes small or wide while the panel is open
  useEffect(() => {
    if (open) fetchPanel()
  }, [open, fetchPanel])

  // the focus returns to the button, which on small phones is rendered again with the close
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus({ preventScroll: true })
    wasOpen.current = open
  }, [open])
  if (open && seen !== latestReply) setSeen(latestReply)

  // a button before hydration would ignore the first click
  const ready = useHydrated()
  const close = useCallback(() => chatOpen.write(false), [])
  if (!ready) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles Escape; the controls are inside
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open && !event.nativeEvent.isComposing) close()
      }}
    >
      {!full && (
        <button
          ref={button}
          type="button"
          aria-label={open ? t`Close ChatBot` : t`Open ChatBot`}
          aria-expanded={open}
          data-away={away || undefined}
          onPointerEnter={fetchPanel}
          onFocus={fetchPanel}
          onClick={() => chatOpen.write(!open)}
          className="chat-button z-35 grid size-14 place-items-center rounded-full bg-primary text-on-primary shadow-popup ring-2 ring-canvas transition-[background-color,scale,translate] hover:bg-primary-hover active:scale-95 [&_svg]:size-6"
        >
          {open && !(Panel && view) ? (
            <Spinner />
          ) : open ? (
            <X aria-hidden="true" />
          ) : (
            <MessageCircle aria-hidden="true" />
          )}
          {!open && latestReply !== seen && (
            <span className="absolute top-0.5 end-0.5 size-3.5 rounded-full border-2 border-canvas bg-accent" />
          )}
        </button>
      )}
      {open && Panel && view && <Panel view={view} full={full} onClose={close} />}
      <p role="status" className="sr-only">
        {latestReply && (
          <Suspense fallback={null}>
            <SpokenReply text={latestReply} />
          </Suspense>
        )}
      </p>
    </div>
  )
}
