/** The number on a bell or a heart; nothing at zero. The control's own label must say the number, this is for the eye. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden="true"
      className="tabular absolute top-0.5 right-0.5 grid h-5 min-w-5 place-items-center rounded-full border-2 border-canvas bg-danger px-1 text-[0.6875rem] leading-none font-bold text-on-danger"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
