import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { type MenuEntry, MenuRow } from './menu-entry.tsx'
import { placePopup } from './place-popup.ts'
import { entryByLetter, rovingIndex } from './roving-index.ts'

export type MenuProps = {
  /** Accessible name of the button, when its content is no text. */
  label?: string
  /** What the button shows. */
  children: ReactNode
  entries: readonly MenuEntry[]
  /** Stands above the entries, for example who is signed in. */
  header?: ReactNode
  triggerClass?: string
}

/**
 * A button that opens a list of links and actions. Built on the platform's popover (top layer, closes on Escape and on a press
 * elsewhere, works before hydration) because it stands on every page: the library's menu would cost 57 kB gzip there.
 */
export function Menu({ label, children, entries, header, triggerClass }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const close = () => popup.current?.hidePopover()

  function show() {
    setOpen(true)
    if (!trigger.current || !popup.current) return
    placePopup(trigger.current, popup.current)
    popup.current.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
  }
  // the platform may have opened it before the page came to life
  const showEarly = useEffectEvent(() => {
    if (popup.current?.matches(':popover-open')) show()
  })
  useEffect(() => showEarly(), [])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Tab') return close()
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    const current = rows.findIndex((row) => row.matches(':focus'))
    const byLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    const next = byLetter
      ? entryByLetter(
          event.key,
          current,
          rows.map((row) => row.textContent ?? ''),
        )
      : rovingIndex(event.key, current, rows.length)
    if (next === null) return
    event.preventDefault()
    rows[next]?.focus()
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          popup.current?.showPopover()
        }}
        className={triggerClass}
      >
        {children}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        onToggle={(event) => (event.newState === 'open' ? show() : setOpen(false))}
        className={cx(
          'anchored w-64 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised p-1.5 text-ink shadow-popup',
        )}
      >
        {header && <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">{header}</div>}
        <div role="menu" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
          {entries.map((entry, index) => (
            <MenuRow key={entry.kind === 'separator' ? `line-${index}` : entry.label} entry={entry} close={close} />
          ))}
        </div>
      </div>
    </>
  )
}
