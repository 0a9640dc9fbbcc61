import { ChevronDown, ChevronUp } from 'lucide-react'
import { cx } from '#ui/cx.ts'

type Props = {
  /** what is moved */
  title: string
  /** counted from 0 */
  place: number
  count: number
  onMove: (to: number) => void
}

const button =
  'grid size-9 place-items-center transition-colors not-aria-disabled:hover:bg-tint aria-disabled:text-subtle aria-disabled:opacity-50 focus-visible:-outline-offset-2'

/** One place up or down, for the keyboard and for who does not drag. At the end the button stays, or the focus would be lost. */
export function MoveButtons({ title, place, count, onMove }: Props) {
  const moves = [
    { label: `Move up: ${title}`, to: place - 1, Icon: ChevronUp, direction: 'up' },
    { label: `Move down: ${title}`, to: place + 1, Icon: ChevronDown, direction: 'down' },
  ]
  return (
    <span className="inline-flex overflow-hidden rounded-sm border border-line-strong">
      {moves.map(({ label, to, Icon, direction }) => {
        const possible = to >= 0 && to < count
        return (
          <button
            key={direction}
            type="button"
            aria-label={label}
            aria-disabled={!possible || undefined}
            data-move={direction}
            onClick={() => possible && onMove(to)}
            className={cx(button, direction === 'down' && 'border-l border-line-strong')}
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        )
      })}
    </span>
  )
}
