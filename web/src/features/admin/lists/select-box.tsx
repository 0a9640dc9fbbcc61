import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import type { Selection } from './selection.ts'

/** Checkbox of a row. With Shift, by pointer or keyboard, the rows from the last one on go with it. Nothing where no act fits the row. */
export function RowBox({ id, name, selection }: { id: string; name: string; selection: Selection }) {
  const { t } = useLingui()
  const through = useRef(false)
  if (!selection.canChoose(id)) return null
  return (
    <Checkbox
      label={<span className="sr-only">{t`Select ${{ row: isolate(name) }}`}</span>}
      checked={selection.has(id)}
      className="w-6 select-none"
      onClick={({ shiftKey }) => {
        through.current = shiftKey
      }}
      onChange={() => selection.press(id, through.current)}
    />
  )
}

type PageBoxProps = { selection: Selection; wordless?: boolean; className?: string }

/** Checkbox of all rows of the page: in the head of a table without words to see, above cards with them. */
export function PageBox({ selection, wordless = false, className }: PageBoxProps) {
  return (
    <Checkbox
      label={
        <span className={wordless ? 'sr-only' : 'text-sm'}>
          <Trans>Select all on this page</Trans>
        </span>
      }
      checked={selection.state === 'all'}
      mixed={selection.state === 'some'}
      disabled={selection.total === 0}
      className={cx(wordless ? 'w-6' : 'w-fit', className)}
      onChange={selection.pressAll}
      data-select-all=""
    />
  )
}

/** Moves the focus to the checkbox of all rows, of which a list has one for tables and one for cards. */
export function focusPageBox(): void {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-select-all]')]
  boxes.find((box) => box.offsetParent !== null)?.focus()
}
