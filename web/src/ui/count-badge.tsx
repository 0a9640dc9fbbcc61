/** Count on an icon button; nothing at zero. Visual only: the control's label must include the number. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden="true"
      className="tabular absolute top-0.5 end-0.5 grid h-5 min-w-5 place-items-center rounded-full border-2 border-canvas bg-danger px-1 text-[0.6875rem] leading-none font-bold text-on-danger"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
