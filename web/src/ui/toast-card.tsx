import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { type ToastKind, type ToastNote, toast, toastLife } from './toast.ts'

const looks: Record<ToastKind, { Icon: typeof Info; tint: string }> = {
  success: { Icon: CircleCheck, tint: 'bg-success-soft text-on-success-soft' },
  error: { Icon: CircleAlert, tint: 'bg-danger-soft text-on-danger-soft' },
  info: { Icon: Info, tint: 'bg-primary-soft text-on-primary-soft' },
}

/** One note. Its clock stops while `held` and goes on with what was left. */
export function ToastCard({ note, held }: { note: ToastNote; held: boolean }) {
  const left = useRef(toastLife)
  useEffect(() => {
    if (held) return
    const since = performance.now()
    const timer = setTimeout(() => toast.dismiss(note.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [held, note.id])

  const { Icon, tint } = looks[note.kind]
  return (
    <div className="pointer-events-auto flex animate-slide-in items-start gap-3 rounded-lg border border-line bg-raised p-2 pl-3 text-ink shadow-popup">
      <span className={cx('mt-0.5 grid size-8 shrink-0 place-items-center rounded-full', tint)}>
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <p className="min-w-0 flex-1 py-2 text-[0.9375rem] leading-snug font-medium wrap-anywhere">{note.message}</p>
      <IconButton label="Dismiss message" onClick={() => toast.dismiss(note.id)} className="size-9 text-muted">
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
