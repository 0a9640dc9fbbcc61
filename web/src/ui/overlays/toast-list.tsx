import { Toast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { iconButtonClass } from '../button.tsx'
import { cx } from '../cx.ts'
import { LoginLink } from '../said.tsx'
import { useOpenSheet } from './is-dialog-open.ts'
import { type ToastKind, type ToastProps, toastOutlet } from './toast.ts'
import { type DatedToast, isBeforeLogin, isHoveredLong, isOfPageBefore, isSolved, timeout } from './toast-age.ts'
import { topBeside } from './toast-place.ts'

/** More are hidden until one of these goes: three take a quarter of a phone. */
const maxToasts = 3
/** Time after which screen readers know the list as a live region, in milliseconds: they do not read what comes together with it. */
const knownMs = 100
/** How often messages look for a free place, and whether they are over, in milliseconds: pages load and scroll under them. */
const lookMs = 250
/** Time in milliseconds after a move of the pointer over messages for which they stay where they are, so that one can be dismissed. */
const aimMs = 1000

const looks: Record<ToastKind, { Icon: typeof Info; tint: string }> = {
  success: { Icon: CircleCheck, tint: 'bg-success-soft text-on-success-soft' },
  error: { Icon: CircleAlert, tint: 'bg-danger-soft text-on-danger-soft' },
  info: { Icon: Info, tint: 'bg-primary-soft text-on-primary-soft' },
}

/** The library's toasts are dialogs, named and not modal; the roles of ours are read by their content. */
const noDialogAttributes = { 'aria-modal': undefined, 'aria-labelledby': undefined }

/** Returns when the user last pressed something, in milliseconds like `performance.now()`. */
function useLastPress(): RefObject<number> {
  const last = useRef(0)
  useEffect(() => {
    const note = () => {
      last.current = performance.now()
    }
    const kinds = ['pointerdown', 'keydown', 'popstate']
    for (const kind of kinds) addEventListener(kind, note, true)
    return () => {
      for (const kind of kinds) removeEventListener(kind, note, true)
    }
  }, [])
  return last
}

type LastFocus = RefObject<HTMLElement | null>

/** Returns what had the focus last outside of the messages. */
function useLastFocus(): LastFocus {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest('[data-passing]')) last.current = target
    }
    // the list is loaded with the first message: what was pressed before it has the focus already
    if (document.activeElement instanceof HTMLElement) last.current = document.activeElement
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [])
  return last
}

/** Returns a function that closes the messages for which something holds. It is the same one all the time. */
function useCloseWhere(): (isOver: (toast: DatedToast) => boolean) => void {
  const { toasts, close } = Toast.useToastManager<DatedToast>()
  const shown = useRef({ toasts, close })
  useEffect(() => {
    shown.current = { toasts, close }
  })
  const [closeWhere] = useState(() => (isOver: (toast: DatedToast) => boolean) => {
    for (const { id, data } of shown.current.toasts) if (data && isOver(data)) shown.current.close(id)
  })
  return closeWhere
}

/** Closes errors before a success, what was shown when the user left the page, and what led to a login that has happened. */
function useEnds(userId: string | undefined, focused: LastFocus): void {
  const { toasts } = Toast.useToastManager<DatedToast>()
  const { pathname } = useLocation()
  const lastPress = useLastPress()
  const closeWhere = useCloseWhere()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page
  useEffect(() => {
    const { current } = lastPress
    closeWhere((toast) => isOfPageBefore(toast, current))
  }, [pathname, lastPress, closeWhere])
  const success = Math.max(...toasts.map(({ data }) => (data?.kind === 'success' ? data.at : 0)), 0)
  useEffect(() => closeWhere((toast) => isSolved(toast, success)), [success, closeWhere])
  useEffect(() => {
    if (userId === undefined) return
    // the link to the login may have the focus: they go on where they were
    const inList = document.activeElement?.closest('[data-passing]')
    closeWhere(isBeforeLogin)
    if (inList) focused.current?.focus()
  }, [userId, closeWhere, focused])
}

function Cards({ focused }: { focused: LastFocus }) {
  const { t } = useLingui()
  const { toasts, add } = Toast.useToastManager<DatedToast>()
  useEffect(() => {
    const connect = () =>
      toastOutlet.connect(({ kind, message, login }) =>
        add({
          // a message that is shown already is renewed instead of shown twice
          id: `${kind} ${message}`,
          title: message,
          data: { kind, at: performance.now(), login },
          // what leads to the login stays until it is needed no longer
          ...(login !== undefined && { timeout: 0 }),
        }),
      )
    let disconnect: (() => void) | undefined
    const timer = setTimeout(() => {
      disconnect = connect()
    }, knownMs)
    return () => {
      clearTimeout(timer)
      disconnect?.()
    }
  }, [add])
  return toasts.map((one) => {
    const { Icon, tint } = looks[one.data?.kind ?? 'info']
    const login = one.data?.login
    return (
      <Toast.Root
        key={one.id}
        toast={one}
        swipeDirection="right"
        // errors are read at once, the rest when the screen reader pauses: the viewport is a polite live region
        role={one.data?.kind === 'error' ? 'alert' : 'group'}
        tabIndex={-1}
        {...noDialogAttributes}
        className="pointer-events-auto flex translate-x-(--toast-swipe-movement-x) animate-slide-in items-start gap-3 rounded-lg border border-line bg-raised p-2 ps-3 text-ink shadow-popup transition-opacity data-ending-style:opacity-0 data-limited:hidden"
      >
        <span className={cx('mt-0.5 grid size-8 shrink-0 place-items-center rounded-full', tint)}>
          <Icon aria-hidden="true" className="size-4.5" />
        </span>
        <div className="min-w-0 flex-1 py-2 text-[0.9375rem] leading-snug font-medium wrap-anywhere">
          <Toast.Title render={<p />} />
          {login && <LoginLink login={login} className="inline-block" />}
        </div>
        <Toast.Close
          aria-label={t`Dismiss message`}
          // hidden by the library while its stack is collapsed; ours never is
          aria-hidden={false}
          // a key leads on to the next message; otherwise the library leaves the focus nowhere
          onClick={({ detail }) => {
            const isLast = toasts.every(({ id, transitionStatus }) => id === one.id || transitionStatus === 'ending')
            if (detail === 0 && !isLast) return
            const { current } = focused
            const next = current?.isConnected ? current : document.getElementById('content')
            next?.focus({ preventScroll: true })
          }}
          className={cx(iconButtonClass(), 'size-9! text-muted')}
        >
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
    )
  })
}

const controls = ['main', 'dialog[open]', '[role=dialog]', '[role=alertdialog]']
  .map((area) => `${area} :is(a[href], button, input, select, textarea, [role="slider"]):not([data-passing] *)`)
  .join()

/** Returns how far below their usual place messages begin, so that they cover no control of the page. */
function shiftOf(list: HTMLElement): number {
  const { left, right, height } = list.getBoundingClientRect()
  const top = Number.parseFloat(getComputedStyle(list).top)
  const areas = [...document.querySelectorAll(controls)].map((control) => control.getBoundingClientRect())
  const docked = [...document.querySelectorAll('[data-docked], [data-bottom-bar]')]
  const edges = docked.map((bar) => bar.getBoundingClientRect().top).filter((y) => y > top)
  return topBeside({ left, right, top, bottom: top + height }, areas, Math.min(innerHeight, ...edges)) - top
}

/**
 * Returns how far down the messages begin: at their usual place, or below the page's controls there. Closes those on which the pointer
 * rests; `lastMove` is when it moved there.
 */
function useFreePlace(list: RefObject<HTMLElement | null>, lastMove: RefObject<{ at: number }>): number {
  const { toasts } = Toast.useToastManager()
  const { pathname } = useLocation()
  const closeWhere = useCloseWhere()
  const [shift, setShift] = useState(0)
  const count = toasts.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for each page
  useLayoutEffect(() => {
    const { current } = list
    if (!current || count === 0) return setShift(0)
    const look = () => {
      const now = performance.now()
      // someone who reads by keyboard, or is in another window, has all the time
      if (document.hasFocus() && !current.contains(document.activeElement))
        closeWhere((toast) => isHoveredLong(toast, lastMove.current.at, now))
      if (now - lastMove.current.at >= aimMs) setShift(shiftOf(current))
    }
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [list, lastMove, closeWhere, count, pathname])
  return shift
}

function Place({ focused }: { focused: LastFocus }) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  // browsers report a pointer that rests, too, when a message comes up under it
  const lastMove = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY })
  const shift = useFreePlace(list, lastMove)
  const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    const { current: before } = lastMove
    if (x !== before.x || y !== before.y) lastMove.current = { x, y, at: performance.now() }
  }
  return (
    <Toast.Viewport
      ref={list}
      aria-label={t`Messages`}
      data-passing
      style={{ marginTop: shift }}
      onPointerMove={onPointerMove}
      className="pointer-events-none fixed top-[calc(var(--spacing-bar)+0.75rem)] end-3 z-60 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col-reverse gap-2 outline-none"
    >
      <Cards focused={focused} />
    </Toast.Viewport>
  )
}

/** The messages, inside the sheet that is open: those outside of it could be neither seen nor pressed. */
function Places({ userId }: ToastProps) {
  const focused = useLastFocus()
  useEnds(userId, focused)
  const sheet = useOpenSheet()
  const place = <Place focused={focused} />
  return sheet ? createPortal(place, sheet) : place
}

/** The toasts themselves; rendered by `ToastViewport`. */
export function ToastList({ userId }: ToastProps) {
  return (
    <Toast.Provider timeout={timeout} limit={maxToasts}>
      <Places userId={userId} />
    </Toast.Provider>
  )
}
