import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import type { Slot } from '../slot.ts'
import { isOwnTrigger, popupContainer } from './use-popup.ts'

export type MenuLink = { kind?: 'link'; label: string; to: string; icon?: Slot; aside?: Slot }
export type MenuAction = {
  kind: 'action'
  label: string
  onSelect: () => void
  icon?: Slot
  /** Text below the label, for example why the action is disabled. */
  aside?: string
  danger?: boolean
  disabled?: boolean
}
type MenuSeparator = { kind: 'separator' }

export type MenuEntry =
  | MenuLink
  | MenuAction
  | MenuSeparator
  /** On or off; pressing it leaves the menu open. */
  | { kind: 'switch'; label: string; on: boolean; onChange: (on: boolean) => void }
  /** One of several values that exclude each other. */
  | {
      kind: 'choice'
      title: string
      options: readonly { value: string; label: string }[]
      value: string
      onChange: (value: string) => void
    }

export type MenuContent = {
  /** Accessible name, when the button's content is not text. */
  label?: string | undefined
  entries: readonly MenuEntry[]
  /** Shown above the entries, for example the name of the account. */
  header?: Slot
  /** `night` for use on a video. */
  tone?: 'page' | 'night' | undefined
}

type Props = MenuContent & {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: RefObject<HTMLElement | null>
}

const row =
  'flex w-full cursor-pointer items-center rounded-sm px-3 py-2 text-start leading-tight outline-offset-[-2px] transition-colors select-none [&_svg]:shrink-0'
const tones = {
  page: {
    popup: 'w-64 border-line bg-raised text-ink',
    row: 'min-h-10 gap-3 text-[0.9375rem] data-highlighted:bg-tint [&_svg]:size-4.5',
    line: 'border-line',
  },
  night: {
    popup: 'w-56 border-night-line bg-night text-on-night [--color-focus:var(--color-accent)]',
    row: 'min-h-11 gap-2.5 text-sm data-highlighted:bg-night-raised [&_svg]:size-4',
    line: 'border-night-line',
  },
}

const Mark = ({ on }: { on: boolean }) => <Check aria-hidden="true" className={cx('text-accent', !on && 'invisible')} />

/** Focuses the chosen entry, or the first one, when the menu opens: the library does so only for its own trigger. */
function FocusFirst({ popup }: { popup: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const chosen = popup.current?.querySelector<HTMLElement>('[role="menuitemradio"][aria-checked="true"]')
    const first = chosen ?? popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')
    first?.focus({ preventScroll: true })
  }, [popup])
  return null
}

/** The list of a menu; rendered by `Menu`. */
export function MenuPopup({ open, onOpenChange, trigger, label, entries, header, tone = 'page' }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  const look = tones[tone]
  const rowClass = cx(row, look.row)
  // what an entry opens may have the focus before the menu has faded away
  const final = () => {
    const { activeElement: active, body } = document
    return !active || active === body || popup.current?.contains(active) ? trigger.current : false
  }

  function rowOf(entry: MenuEntry, index: number) {
    switch (entry.kind) {
      case 'separator':
        return <Base.Separator key={`line-${index}`} className={cx('mx-2 my-1.5 border-t', look.line)} />
      case 'action':
        return (
          <Base.Item
            key={entry.label}
            disabled={entry.disabled}
            onClick={entry.onSelect}
            className={cx(rowClass, entry.danger && 'text-danger', entry.disabled && 'text-subtle')}
          >
            {entry.icon}
            <span>
              <span>{entry.label}</span>
              {entry.aside && <span className="block pt-0.5 text-xs">{entry.aside}</span>}
            </span>
          </Base.Item>
        )
      case 'switch':
        return (
          <Base.CheckboxItem key={entry.label} checked={entry.on} onCheckedChange={entry.onChange} className={rowClass}>
            <Mark on={entry.on} />
            <span>{entry.label}</span>
          </Base.CheckboxItem>
        )
      case 'choice':
        return (
          <Base.RadioGroup key={entry.title} value={entry.value} onValueChange={entry.onChange}>
            <Base.GroupLabel className="px-3 pt-2 pb-1 text-xs font-semibold opacity-80">{entry.title}</Base.GroupLabel>
            {entry.options.map((option) => (
              <Base.RadioItem key={option.value} value={option.value} closeOnClick className={rowClass}>
                <Mark on={option.value === entry.value} />
                <span>{option.label}</span>
              </Base.RadioItem>
            ))}
          </Base.RadioGroup>
        )
      default:
        return (
          <Base.LinkItem key={entry.label} closeOnClick render={<Link to={entry.to} />} className={rowClass}>
            {entry.icon}
            <span className="flex-1">{entry.label}</span>
            {entry.aside}
          </Base.LinkItem>
        )
    }
  }

  return (
    <Base.Root
      open={open}
      modal={false}
      onOpenChange={(next, details) => {
        if (!isOwnTrigger(details, trigger)) onOpenChange(next)
      }}
    >
      <Base.Portal container={popupContainer()}>
        <Base.Positioner anchor={trigger} align="end" sideOffset={8} collisionPadding={8} className="z-60">
          <Base.Popup
            ref={popup}
            finalFocus={final}
            aria-label={label}
            className={cx(
              'popup max-h-(--available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border p-1.5 shadow-popup outline-none',
              look.popup,
            )}
          >
            {header && <div className={cx('mb-1.5 border-b px-3 pt-2 pb-3', look.line)}>{header}</div>}
            {entries.map(rowOf)}
            <FocusFirst popup={popup} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
