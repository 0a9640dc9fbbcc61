import { type ReactNode, useId, useRef } from 'react'

/**
 * A short explanation of a control, on hover and on keyboard focus; Escape hides it. It adds a description, never the only name:
 * an icon button still needs its label.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const wrapper = useRef<HTMLSpanElement>(null)

  function show() {
    const control = wrapper.current?.firstElementChild
    const tip = bubble.current
    if (!control || !tip || tip.matches(':popover-open')) return
    control.setAttribute('aria-describedby', id)
    tip.showPopover()
    const anchor = control.getBoundingClientRect()
    const left = anchor.left + anchor.width / 2 - tip.offsetWidth / 2
    const above = anchor.top - tip.offsetHeight - 6
    tip.style.left = `${Math.max(8, Math.min(left, window.innerWidth - tip.offsetWidth - 8))}px`
    tip.style.top = `${above >= 8 ? above : anchor.bottom + 6}px`
  }
  const hide = () => {
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches; the control inside is the interactive one
    <span
      ref={wrapper}
      className="inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none fixed inset-auto m-0 max-w-64 rounded-sm bg-ink px-2.5 py-1.5 text-xs font-medium text-canvas"
      >
        {text}
      </span>
    </span>
  )
}
