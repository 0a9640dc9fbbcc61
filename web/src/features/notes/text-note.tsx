import { useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { NotebookPen } from 'lucide-react'
import { cutText } from '#lib/text/cut-text.ts'
import { cx } from '#ui/cx.ts'
import { NoteEditor, type WrittenNote } from './note-editor.tsx'
import type { NoteKeeper } from './note-keeper.ts'

type Props = {
  keeper: NoteKeeper
  /** first words of the part of the text */
  quote: string
  /** of notes that are here already */
  count: number
  written: WrittenNote | null
  onAdd: () => void
  onClose: () => void
}

/**
 * What stands beside a part of a text: how many notes it has, and a note that is being written. By keyboard a note is begun above the
 * list of notes, so that a text has no tab stop for each of its paragraphs.
 */
export function TextNote({ keeper, quote, count, written, onAdd, onClose }: Props) {
  const { t } = useLingui()
  const words = isolate(cutText(quote, 40))
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={count > 0 ? t`Add a note to “${words}”, which has ${count}` : t`Add a note to “${words}”`}
        onClick={onAdd}
        className={cx(
          'absolute -end-5.5 top-0 grid size-6 place-items-center rounded-sm hover:bg-tint sm:-end-6',
          count > 0
            ? 'text-link'
            : 'text-muted transition-opacity pointer-fine:opacity-0 pointer-fine:group-hover/part:opacity-100 focus-visible:opacity-100',
        )}
      >
        <NotebookPen aria-hidden="true" className={cx('size-4', count > 0 && 'fill-accent-soft')} />
      </button>
      {written && (
        <div className="mt-3 rounded-md border border-line bg-sunken p-3">
          <NoteEditor keeper={keeper} written={written} label={t`Note to “${words}”`} onClose={onClose} />
        </div>
      )}
    </>
  )
}
