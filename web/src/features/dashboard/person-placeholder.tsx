/** Stands where a photo will be. Drawn by us; on dark ground in both themes. */
export function PersonPlaceholder({ label, className }: { label: string; className: string }) {
  return (
    <svg viewBox="0 0 128 128" role="img" aria-label={label} className={className}>
      <rect width="128" height="128" className="fill-night-raised" />
      <circle cx="64" cy="50" r="22" className="fill-accent" />
      <path d="M18 128c2-30 22-46 46-46s44 16 46 46z" className="fill-accent" />
      <path d="M18 128c2-30 22-46 46-46-14 8-22 24-22 46z" className="fill-accent-hover" />
    </svg>
  )
}
