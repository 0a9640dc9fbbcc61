import { useLingui } from '@lingui/react/macro'
import { MessageCircle, X } from 'lucide-react'
import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createStore } from '#lib/create-store.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { sayMissing } from '#ui/overlays/toast.ts'
import { Spinner } from '#ui/spinner.tsx'
import { chatOpen } from './chat-open.ts'
import type { ChatPanelProps } from './chat-panel.tsx'
import type { ConversationView } from './conversation.ts'

/** Also where the panel would leave nothing of the page to press: below the width that has room for both. */
const query = '(max-width: 420px), (max-width: 79.99rem) and (max-height: 40rem)'

function subscribe(changed: () => void) {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether this is a small screen, which the panel takes as a whole. */
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

/** Height of what is a target beside the button still, such as a card, in pixels. */
const largeTarget = 96

/** Height of what of a control is at a point: the link of a card reaches over all of the card. */
function heightAt(control: HTMLElement, x: number, y: number): number {
  const { left, right, top, bottom } = control.getBoundingClientRect()
  const isItself = x >= left && x <= right && y >= top && y <= bottom
  return (isItself ? control : (control.offsetParent ?? control)).getBoundingClientRect().height
}

/** Whether a control of the page lies where the button is at home. */
function coversControl(button: HTMLElement): boolean {
  const { offsetLeft: left, offsetTop: top, offsetWidth: size } = button
  const places = [0.02, 0.25, 0.5, 0.75, 0.98].map((part) => part * size)
  const controls = 'a, button, input, select, textarea, summary, label, [role="slider"]'
  const isCovered = (x: number, y: number): boolean =>
    document.elementsFromPoint(x, y).some((element) => {
      const control = element.closest<HTMLElement>(controls)
      return control && !control.closest('[data-assistant]') && heightAt(control, x, y) < largeTarget
    })
  return places.some((x) => places.some((y) => isCovered(left + x, top + y)))
}

/** Time after the last scroll or change of the page until the place of the button is looked at again, in milliseconds. */
const settleMs = 120

/**
 * Whether the button is out of the way, on narrow screens: while the page is scrolled down, as the address bar of phones, until its end, which
 * has room for it; and where a control would lie under it.
 */
function useRetreat(button: RefObject<HTMLElement | null>): boolean {
  const [down, setDown] = useState(false)
  const [covers, setCovers] = useState(false)
  useEffect(() => {
    let from = window.scrollY
    let timer: ReturnType<typeof setTimeout>
    const look = () => setCovers(button.current !== null && !wideEnough.matches && coversControl(button.current))
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, settleMs)
    }
    const onScroll = () => {
      lookSoon()
      const { scrollHeight, clientHeight } = document.documentElement
      const atEnd = window.scrollY + clientHeight > scrollHeight - scrollStep
      const moved = window.scrollY - from
      if (atEnd) setDown(false)
      if (Math.abs(moved) < scrollStep) return
      from = window.scrollY
      setDown(moved > 0 && !atEnd)
    }
    const wideEnough = matchMedia('(min-width: 64rem)')
    const observer = new ResizeObserver(lookSoon)
    observer.observe(document.body)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', lookSoon)
    }
  }, [button])
  return down || covers
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
  const full = small && open
  // both are kept: when the width changes while one is loading, it must not take the place of the other
  const [panels, setPanels] = useState<Panels>({})
  const Panel = small ? panels.small : panels.wide
  const [seen, setSeen] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const away = useRetreat(button) && !open

  const fetchPanel = useCallback(() => {
    loadPanel(small, userId).then(
      (panel) => setPanels((known) => ({ ...known, ...panel })),
      () => {
        if (!chatOpen.read()) return
        chatOpen.write(false)
        sayMissing()
      },
    )
  }, [small, userId])
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
  const spoken = (
    <p role="status" className="sr-only">
      {latestReply && (
        <Suspense fallback={null}>
          <SpokenReply text={latestReply} />
        </Suspense>
      )}
    </p>
  )
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
          className="chat-button z-35 grid place-items-center rounded-full bg-primary text-on-primary shadow-popup ring-2 ring-canvas transition-[background-color,scale,translate] hover:bg-primary-hover active:scale-95 [&_svg]:size-6"
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
      {open && Panel && view && <Panel view={view} full={full} onClose={close} spoken={full && spoken} />}
      {!full && spoken}
    </div>
  )
}
