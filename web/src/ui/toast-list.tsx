import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { iconButtonClass } from './button.tsx'
import { cx } from './cx.ts'
import { type ToastKind, toastOutlet } from './toast.ts'

/** How long a toast stays, in milliseconds, while neither pointer nor focus is on the list. */
const timeout = 5000
const maxToasts = 5

const looks: Record<ToastKind, { Icon: typeof Info; tint: string }> = {
  success: { Icon: CircleCheck, tint: 'bg-success-soft text-on-success-soft' },
  error: { Icon: CircleAlert, tint: 'bg-danger-soft text-on-danger-soft' },
  info: { Icon: Info, tint: 'bg-primary-soft text-on-primary-soft' },
}

/** The library's toasts are dialogs, named and not modal; the roles of ours are read by their content. */
const noDialogAttributes = { 'aria-modal': undefined, 'aria-labelledby': undefined }

function Cards() {
  const { toasts, add } = Toast.useToastManager<{ kind: ToastKind }>()
  useEffect(
    () =>
      toastOutlet.connect(({ kind, message }) =>
        add({
          // a message that is shown already is renewed instead of shown twice
          id: `${kind} ${message}`,
          title: message,
          data: { kind },
        }),
      ),
    [add],
  )
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
        className="pointer-events-auto flex translate-x-(--toast-swipe-movement-x) animate-slide-in items-start gap-3 rounded-lg border border-line bg-raised p-2 pl-3 text-ink shadow-popup transition-opacity data-ending-style:opacity-0 data-limited:hidden"
      >
        <span className={cx('mt-0.5 grid size-8 shrink-0 place-items-center rounded-full', tint)}>
          <Icon aria-hidden="true" className="size-4.5" />
        </span>
        <Toast.Title
          render={<p />}
          className="min-w-0 flex-1 py-2 text-[0.9375rem] leading-snug font-medium wrap-anywhere"
        />
        <Toast.Close
          aria-label="Dismiss message"
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

/** The toasts themselves; rendered by `ToastViewport`. */
export function ToastList() {
  return (
    <Toast.Provider timeout={timeout} limit={maxToasts}>
      <Toast.Viewport
        aria-label="Messages"
        className="pointer-events-none fixed top-[calc(var(--spacing-bar)+0.75rem)] right-3 z-60 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col-reverse gap-2 outline-none"
      >
        <Cards />
      </Toast.Viewport>
    </Toast.Provider>
  )
}
