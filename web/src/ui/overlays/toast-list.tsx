import { Toast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { iconButtonClass } from '../button.tsx'
import { cx } from '../cx.ts'
import { type ToastKind, toastOutlet } from './toast.ts'
import { topBeside } from './toast-place.ts'

/** How long a toast stays, in milliseconds, while neither pointer nor focus is on the list. */
const timeout = 5000
const maxToasts = 5
/** Time after which screen readers know the list as a live region, in milliseconds: they do not read what comes together with it. */
const knownMs = 100
/** Time after scrolling until messages look for a free place again, in milliseconds. */
const settleMs = 120

const looks: Record<ToastKind, { Icon: typeof Info; tint: string }> = {
  success: { Icon: CircleCheck, tint: 'bg-success-soft text-on-success-soft' },
  error: { Icon: CircleAlert, tint: 'bg-danger-soft text-on-danger-soft' },
  info: { Icon: Info, tint: 'bg-primary-soft text-on-primary-soft' },
}

/** The library's toasts are dialogs, named and not modal; the roles of ours are read by their content. */
const noDialogAttributes = { 'aria-modal': undefined, 'aria-labelledby': undefined }

type ToastData = { kind: ToastKind; at: number }

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

/** Closes errors that are over: those before a success, and those that were there when the user left the page. */
function useErrorsEnd(): void {
  const { toasts, close } = Toast.useToastManager<ToastData>()
  const { pathname } = useLocation()
  const lastPress = useLastPress()
  const shown = useRef({ toasts, close })
  useEffect(() => {
    shown.current = { toasts, close }
  })
  const closeBefore = useRef((time: number) => {
    for (const { id, data } of shown.current.toasts)
      if (data?.kind === 'error' && data.at < time) shown.current.close(id)
  })
  // an error that sends the user to another page, such as a cancelled sign-in, is younger than the last press
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page
  useEffect(() => closeBefore.current(lastPress.current), [pathname, lastPress])
  const success = Math.max(...toasts.map(({ data }) => (data?.kind === 'success' ? data.at : 0)), 0)
  useEffect(() => closeBefore.current(success), [success])
}

function Cards() {
  const { t } = useLingui()
  const { toasts, add } = Toast.useToastManager<ToastData>()
  useErrorsEnd()
  useEffect(() => {
    const connect = () =>
      toastOutlet.connect(({ kind, message }) =>
        add({
          // a message that is shown already is renewed instead of shown twice
          id: `${kind} ${message}`,
          title: message,
          data: { kind, at: performance.now() },
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
        <Toast.Title
          render={<p />}
          className="min-w-0 flex-1 py-2 text-[0.9375rem] leading-snug font-medium wrap-anywhere"
        />
        <Toast.Close
          aria-label={t`Dismiss message`}
          // hidden by the library while its stack is collapsed; ours never is
          aria-hidden={false}
          className={cx(iconButtonClass(), 'size-9! text-muted')}
        >
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
    )
  })
}

/** Returns how far down the messages begin: at their usual place, or below the page's controls there. */
function useFreePlace(list: RefObject<HTMLElement | null>): number {
  const { toasts } = Toast.useToastManager()
  const { pathname } = useLocation()
  const [shift, setShift] = useState(0)
  const count = toasts.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for each page
  useLayoutEffect(() => {
    const { current } = list
    if (!current || count === 0) return setShift(0)
    const place = () => {
      const { left, right, height } = current.getBoundingClientRect()
      const top = Number.parseFloat(getComputedStyle(current).top)
      const controls = document.querySelectorAll('main :is(a[href], button, input, select, textarea, [role="slider"])')
      const areas = [...controls].map((control) => control.getBoundingClientRect())
      const docked = document.querySelectorAll('[data-docked], [data-bottom-bar]')
      const lowest = Math.min(
        innerHeight,
        ...[...docked].map((bar) => bar.getBoundingClientRect().top).filter((y) => y > top),
      )
      setShift(topBeside({ left, right, top, bottom: top + height }, areas, lowest) - top)
    }
    place()
    let timer: ReturnType<typeof setTimeout>
    const placeSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(place, settleMs)
    }
    addEventListener('scroll', placeSoon, { passive: true })
    addEventListener('resize', placeSoon)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', placeSoon)
      removeEventListener('resize', placeSoon)
    }
  }, [list, count, pathname])
  return shift
}

function Place() {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const shift = useFreePlace(list)
  return (
    <Toast.Viewport
      ref={list}
      aria-label={t`Messages`}
      data-passing
      style={{ marginTop: shift }}
      className="pointer-events-none fixed top-[calc(var(--spacing-bar)+0.75rem)] end-3 z-60 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col-reverse gap-2 outline-none"
    >
      <Cards />
    </Toast.Viewport>
  )
}

/** The toasts themselves; rendered by `ToastViewport`. */
export function ToastList() {
  return (
    <Toast.Provider timeout={timeout} limit={maxToasts}>
      <Place />
    </Toast.Provider>
  )
}
