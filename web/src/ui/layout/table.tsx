import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers and actions are aligned to the end. */
  align?: 'start' | 'end'
  className?: string
}

export type TableProps<Row> = {
  /** Names the table for screen readers; shown below it unless hidden. */
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown when there are no rows. */
  empty?: ReactNode
  className?: string
}

/** Data table. Scrolls sideways on its own when it is too wide, without scrolling the page. */
export function Table<Row>({ caption, captionHidden, columns, rows, rowKey, empty, className }: TableProps<Row>) {
  const end = (column: Column<Row>) => (column.align === 'end' ? 'text-end' : 'text-start')
  return (
    <section
      aria-label={caption}
      // Focusable, so that it can be scrolled by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable
      tabIndex={0}
      className={cx('relative overflow-x-auto rounded-lg border border-line bg-surface shadow-card', className)}
    >
      <table className="w-full border-collapse text-[0.9375rem]">
        <caption
          className={
            captionHidden ? 'sr-only' : 'caption-bottom border-t border-line px-5 py-3 text-start text-sm text-muted'
          }
        >
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cx('h-11 border-b border-line bg-sunken px-5 text-xs font-semibold text-muted', end(column))}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-line transition-colors not-last:border-b hover:bg-tint/60">
              {columns.map((column) => (
                <td key={column.key} className={cx('px-5 py-3', end(column), column.className)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
