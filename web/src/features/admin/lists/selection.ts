import { useMemo, useRef, useState } from 'react'

/** Returns the chosen ids after a press on a row. With `from`, all rows from that one to the pressed one become like it. */
export function pressed(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  { id, from }: { id: string; from: string | null },
): Set<string> {
  const next = new Set(chosen)
  const wanted = !chosen.has(id)
  const [first, last] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(id)].sort((a, b) => a - b)
  const range = first === undefined || first < 0 ? [id] : ids.slice(first, (last ?? first) + 1)
  for (const one of range) {
    if (wanted) next.add(one)
    else next.delete(one)
  }
  return next
}

/** What is chosen of the rows of a page, in their order. */
export type Selection = {
  ids: readonly string[]
  /** number of rows that can be chosen */
  total: number
  has: (id: string) => boolean
  /** how many of the rows that can be chosen are */
  state: 'none' | 'some' | 'all'
  canChoose: (id: string) => boolean
  /** `through`: from the row that was pressed last to this one */
  press: (id: string, through: boolean) => void
  pressAll: () => void
  /** chooses these alone */
  choose: (ids: readonly string[]) => void
}

/** Rows that are chosen on a page of a list. Another page, and rows that left the list, take their choice with them. */
export function useSelection(choosable: readonly string[], page: string): Selection {
  const [state, setState] = useState<{ page: string; chosen: ReadonlySet<string> }>({ page, chosen: new Set() })
  const lastPressed = useRef<string | null>(null)
  const chosen = useMemo(() => {
    const kept = state.page === page ? state.chosen : new Set<string>()
    return new Set(choosable.filter((id) => kept.has(id)))
  }, [choosable, page, state])
  const set = (next: ReadonlySet<string>) => setState({ page, chosen: next })
  return {
    ids: choosable.filter((id) => chosen.has(id)),
    total: choosable.length,
    has: (id) => chosen.has(id),
    state: chosen.size === 0 ? 'none' : chosen.size === choosable.length ? 'all' : 'some',
    canChoose: (id) => choosable.includes(id),
    press(id, through) {
      set(pressed(chosen, choosable, { id, from: through ? lastPressed.current : null }))
      lastPressed.current = id
    },
    pressAll() {
      set(new Set(chosen.size === choosable.length ? [] : choosable))
      lastPressed.current = null
    },
    choose(ids) {
      set(new Set(ids))
      lastPressed.current = null
    },
  }
}
