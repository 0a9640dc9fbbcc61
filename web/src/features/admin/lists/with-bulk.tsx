import type { BulkAct, BulkList, UndoableAct } from '@virtual-courses/contract'
import { useMemo } from 'react'
import type { Column } from '#ui/layout/table.tsx'
import type { Slot } from '#ui/slot.ts'
import { BulkBar } from './bulk-bar.tsx'
import { PageBox, RowBox } from './select-box.tsx'
import { type Selection, useSelection } from './selection.ts'
import { UndoNotice } from './undo-notice.tsx'
import { useBulk } from './use-bulk.tsx'

type Row = { _id: string }

export type BulkProps<R extends Row> = {
  list: BulkList
  rows: readonly R[]
  /** the acts that fit a row; a row without one cannot be chosen */
  actsOf: (row: R) => readonly BulkAct[]
  /** the acts in the order of their buttons */
  acts: readonly BulkAct[]
  /** the address of the page: another one takes the choice with it */
  page: string
  last: UndoableAct | null
  children: (selection: Selection) => Slot
}

/** A list whose rows can be chosen: what was done last above it, the list, and the bar of the chosen rows. */
export function WithBulk<R extends Row>({ list, rows, actsOf, acts, page, last, children }: BulkProps<R>) {
  const choosable = useMemo(() => rows.filter((row) => actsOf(row).length > 0).map(({ _id }) => _id), [rows, actsOf])
  const selection = useSelection(choosable, page)
  const { press, busy, dialog, left, setLeft } = useBulk(list, selection.choose)
  const chosen = rows.filter(({ _id }) => selection.has(_id))
  const choices = acts
    .map((act) => ({ act, ids: chosen.filter((row) => actsOf(row).includes(act)).map(({ _id }) => _id) }))
    .filter(({ ids }) => ids.length > 0)
  return (
    <>
      <UndoNotice last={last} left={left} setLeft={setLeft} />
      {children(selection)}
      <BulkBar selection={selection} choices={choices} busy={busy} onPress={press} />
      {dialog}
    </>
  )
}

/** The column of checkboxes of a table. */
export const selectColumn = <R extends Row>(selection: Selection, nameOf: (row: R) => string): Column<R> => ({
  key: 'select',
  header: <PageBox selection={selection} wordless />,
  className: 'w-px',
  cell: (row) => <RowBox id={row._id} name={nameOf(row)} selection={selection} />,
})
