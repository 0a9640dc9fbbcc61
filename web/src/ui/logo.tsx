import { cx } from './cx.ts'

/** Logo mark: an open book in the shape of a V under a dot. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0', className)}>
      <rect width="32" height="32" rx="9.5" fill="#2d2783" />
      <path d="M5 9.9 16 17.6v9.9L6.9 21A4.6 4.6 0 0 1 5 17.3z" fill="#fff" />
      <path d="M27 9.9 16 17.6v9.9l9.1-6.5a4.6 4.6 0 0 0 1.9-3.7z" fill="#b9b4f7" />
      <circle cx="16" cy="9" r="4.2" fill="#fba81f" />
    </svg>
  )
}

type LogoProps = { /** site name */ name: string; tone?: 'page' | 'night'; className?: string }

/** Mark and name; a long name is truncated. `tone="night"` for deep indigo panels. */
export function Logo({ name, tone = 'page', className }: LogoProps) {
  return (
    <span
      className={cx(
        'inline-flex min-w-0 items-center gap-2.5 font-display text-xl leading-none font-bold tracking-[-0.02em] whitespace-nowrap',
        tone === 'night' ? 'text-on-night' : 'text-ink',
        className,
      )}
    >
      <LogoMark className="size-[1.65em]" />
      <span className="-me-1 truncate py-1 pe-1">{name}</span>
    </span>
  )
}
