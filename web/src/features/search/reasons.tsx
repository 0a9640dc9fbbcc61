/** How many reasons a card shows. */
const mostReasons = 2

/** Why a course was found, on one line of its card. A second reason that does not fit beside the first wraps out of sight. */
export function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul aria-label="Why it was found" className="flex h-6 flex-wrap gap-x-2 overflow-hidden text-xs font-medium">
      {reasons.slice(0, mostReasons).map((reason) => (
        <li key={reason} title={reason} className="max-w-full truncate rounded-sm bg-tint px-2 leading-6">
          {reason}
        </li>
      ))}
    </ul>
  )
}
