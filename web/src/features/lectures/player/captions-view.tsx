import { cx } from '#ui/cx.ts'

/** What is said, at the lower edge of the picture; above the controls while they are there. */
export function CaptionsView({ lines, raised }: { lines: readonly string[]; raised: boolean }) {
  if (lines.length === 0) return null
  return (
    <div
      data-captions=""
      className={cx(
        'pointer-events-none absolute inset-x-0 flex flex-col items-center gap-0.5 px-3 text-center transition-[bottom]',
        raised ? 'bottom-21 @lg:bottom-24' : 'bottom-3',
      )}
    >
      {lines.map((line) => (
        <p
          key={line}
          className="max-w-[46ch] rounded-sm bg-night/90 px-2 py-0.5 text-sm leading-snug text-white @lg:text-lg @4xl:text-xl"
        >
          {line}
        </p>
      ))}
    </div>
  )
}
