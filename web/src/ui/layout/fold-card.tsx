import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../cx.ts'
import type { Slot } from '../slot.ts'

const frame = 'overflow-hidden rounded-lg border border-line bg-surface'
const head = 'flex min-h-12 w-full items-center gap-2.5 px-5 py-2.5 text-start font-semibold'

type HeadProps = {
  icon: Slot
  title: string
  /** a number behind the title */
  count?: number
}

function Head({ icon, title, count = 0, open }: HeadProps & { open: boolean }) {
  return (
    <>
      <span aria-hidden="true" className="text-muted [&_svg]:size-5">
        {icon}
      </span>
      <span className="flex-1">{title}</span>
      {count > 0 && <span className="tabular text-sm font-normal text-muted">{count}</span>}
      <ChevronDown aria-hidden="true" className={cx('size-5 transition-transform', open && 'rotate-180')} />
    </>
  )
}

/** Keeps the room of a `FoldCard` until it is known where it stands: in both places, of which the styles show one. */
export const FoldRoom = ({ tools, ...props }: HeadProps & { tools?: Slot }) => (
  <div className={frame}>
    <p aria-hidden="true" className={cx(head, 'text-lg')}>
      <Head {...props} open={false} />
    </p>
    {tools}
  </div>
)

type Props = HeadProps & {
  open: boolean
  onToggle: () => void
  className?: string
  /** of what is shown while it is open */
  panelClass?: string
  /** always shown, below the head */
  tools?: Slot
  children: Slot
}

/** A card beside the player whose head opens and closes it. */
export function FoldCard({ open, onToggle, className, panelClass, tools, children, ...props }: Props) {
  const id = useId()
  return (
    <section aria-label={props.title} className={cx(frame, className)}>
      <h2 className="font-sans text-lg">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
          className={cx(head, 'hover:bg-tint')}
        >
          <Head {...props} open={open} />
        </button>
      </h2>
      {tools}
      {open && (
        // positioned, so that what only screen readers read scrolls with it and does not lengthen the page
        <div id={id} className={cx('relative border-t border-line', panelClass)}>
          {children}
        </div>
      )}
    </section>
  )
}
