import { type KeyboardEvent, useState } from 'react'
import { cx } from '../cx.ts'

type List = {
  /** id of the list; its options have this id with their number */
  id: string
  /** a name for each option: the active one stays active where others come before it */
  keys: readonly string[]
  /** what the options are of, such as the typed text: another one begins at `first` again */
  of: string
  /** the option that is active before an arrow is pressed; -1 for none */
  first: -1 | 0
}

/**
 * The active option of a combobox, whose focus stays in its field. Arrows move it around the list, and Enter presses it; without one,
 * Enter is left to the field.
 */
export function useActiveOption({ id, keys, of, first }: List) {
  const count = keys.length
  const [moved, setMoved] = useState<{ of: string; key: string | undefined }>({ of, key: undefined })
  const place = moved.of === of && moved.key !== undefined ? keys.indexOf(moved.key) : -1
  const at = place < 0 ? Math.min(first, count - 1) : place
  const idOf = (index: number): string => `${id}-${index}`
  const moveTo = (index: number) => setMoved({ of, key: keys[index] })

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || count === 0) return
    const next = nextOption(event.key, at, count, first)
    if (next !== null) {
      event.preventDefault()
      moveTo(next)
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault()
      document.getElementById(idOf(at))?.click()
    }
  }

  return {
    activeId: at < 0 ? undefined : idOf(at),
    /** Returns the properties of an option, which is a link; the pointer makes it the active one. */
    option: (index: number) => ({
      id: idOf(index),
      role: 'option',
      'aria-selected': index === at,
      tabIndex: -1,
      onPointerMove: () => index !== at && moveTo(index),
      className: cx(
        'flex min-h-11 items-center gap-3 rounded-sm border-s-3 px-3 py-1.5 leading-tight [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted',
        index === at ? 'border-focus bg-primary-soft' : 'border-transparent',
      ),
    }),
    onKeyDown,
  }
}

/** Returns the number of the option to which a key leads, around the list and, where none may be active, over none; null for other keys. */
export function nextOption(key: string, at: number, count: number, first: -1 | 0): number | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0 || count === 0) return null
  const places = count - first
  return ((at - first + step + places) % places) + first
}
