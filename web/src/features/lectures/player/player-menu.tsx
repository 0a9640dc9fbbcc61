import { Check } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { placePopup } from '#ui/place-popup.ts'
import { entryByLetter, rovingIndex } from '#ui/roving-index.ts'
import { controlClass } from './player-button.tsx'

export type PlayerMenuRow =
  | { kind: 'choice'; label: string; chosen: boolean; onChoose: () => void }
  | { kind: 'switch'; label: string; on: boolean; onChange: (on: boolean) => void }
  | { kind: 'action'; label: string; onSelect: () => void }

/** Rows that belong together; choices of one group exclude each other. */
export type PlayerMenuGroup = { title?: string; rows: readonly PlayerMenuRow[] }

type Props = {
  label: string
  trigger: ReactNode
  groups: readonly PlayerMenuGroup[]
  onOpenChange: (open: boolean) => void
  triggerClass?: string
}

const roles = { choice: 'menuitemradio', switch: 'menuitemcheckbox', action: 'menuitem' } as const
const isOn = (row: PlayerMenuRow): boolean => (row.kind === 'choice' ? row.chosen : row.kind === 'switch' && row.on)

function act(row: PlayerMenuRow): void {
  if (row.kind === 'choice') row.onChoose()
  else if (row.kind === 'switch') row.onChange(!row.on)
  else row.onSelect()
}

/** A button of the player that opens a list. The native popover is above the video in full screen too. */
export function PlayerMenu({ label, trigger, groups, onOpenChange, triggerClass }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // keeps arrows and letters from the player's shortcuts
    event.stopPropagation()
    if (event.key === 'Tab') return popup.current?.hidePopover()
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const current = rows.findIndex((row) => row.matches(':focus'))
    const letter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    const texts = rows.map((row) => row.textContent ?? '')
    const next = letter ? entryByLetter(event.key, current, texts) : rovingIndex(event.key, current, rows.length)
    if (next === null) return
    event.preventDefault()
    rows[next]?.focus()
  }

  function onToggle(opened: boolean, element: HTMLElement) {
    setOpen(opened)
    onOpenChange(opened)
    if (!opened || !button.current) return
    placePopup(button.current, element)
    const chosen = element.querySelector<HTMLElement>('[role="menuitemradio"][aria-checked="true"]')
    const first = chosen ?? element.querySelector<HTMLElement>('[data-row]')
    first?.focus({ preventScroll: true })
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        className={cx(controlClass, triggerClass)}
      >
        {trigger}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        onToggle={(event) => onToggle(event.newState === 'open', event.currentTarget)}
        className="anchored max-h-[min(24rem,calc(100dvh-2rem))] w-56 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-night-line bg-night p-1.5 text-on-night shadow-popup [--color-focus:var(--color-accent)]"
      >
        <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {groups.map(({ title, rows }, index) => (
            <Fragment key={title ?? index}>
              {index > 0 && <hr className="mx-2 my-1.5 border-night-line" />}
              {/* biome-ignore lint/a11y/useSemanticElements: a group of menu entries, not of fields */}
              <div role="group" aria-label={title}>
                {title && (
                  <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-on-night-muted">
                    {title}
                  </p>
                )}
                {rows.map((row) => (
                  <button
                    key={row.label}
                    type="button"
                    data-row=""
                    role={roles[row.kind]}
                    {...(row.kind !== 'action' && { 'aria-checked': isOn(row) })}
                    tabIndex={-1}
                    onClick={() => {
                      if (row.kind !== 'switch') popup.current?.hidePopover()
                      act(row)
                    }}
                    className="flex min-h-11 w-full items-center gap-2.5 rounded-sm px-3 py-2 text-left text-sm leading-tight hover:bg-night-raised focus-visible:-outline-offset-2"
                  >
                    {row.kind !== 'action' && (
                      <Check
                        aria-hidden="true"
                        className={cx('size-4 shrink-0 text-accent', !isOn(row) && 'invisible')}
                      />
                    )}
                    {row.label}
                  </button>
                ))}
              </div>
            </Fragment>
          ))}
        </div>
      </div>
    </>
  )
}
