import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, useId, useState } from 'react'
import { popupContainer } from './use-popup.ts'

/**
 * Short explanation of a control, shown on hover and on keyboard focus. It adds a description and never replaces the name: an
 * icon button still needs its label.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger delay={0} closeDelay={0} render={children} aria-describedby={open ? id : undefined} />
      <Base.Portal container={open ? popupContainer() : undefined}>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="pointer-events-none z-60">
          <Base.Popup
            id={id}
            role="tooltip"
            className="max-w-64 rounded-sm bg-ink px-2.5 py-1.5 text-xs font-medium text-canvas"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
