import { cx } from './cx.ts'

/**
 * Indicates activity. With `label` it is announced as a status; without, it is decoration
 * (the button or region around it says what is happening).
 */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex items-center gap-3', className)}>
      <svg
        data-spinner=""
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden="true"
        className="size-[1.25em] shrink-0 animate-spin"
      >
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.22" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <span>{label}</span>
    </span>
  )
}
