import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, maxSections, type Section } from '@virtual-courses/contract'
import { ChevronDown, ChevronUp, EllipsisVertical, PencilLine, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormats } from '#lib/text/format.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { TitleForm } from './title-form.tsx'
import type { OutlineEditor } from './use-outline.ts'

type Props = {
  section: Section
  /** lectures in it */
  count: number
  /** of their videos, in seconds; 0 where no length is known */
  seconds: number
  /** whether it can be moved up and down */
  movable: { up: boolean; down: boolean }
  editing: boolean
  onEdit: (editing: boolean) => void
  /** Shift while a lecture is dragged, in pixels; null otherwise. */
  shift: number | null
  editor: OutlineEditor
}

/** Row with the title of a section and what can be done with it. */
export function SectionRow({ section, count, seconds, movable, editing, onEdit, shift, editor }: Props) {
  const { t } = useLingui()
  const { formatLength } = useFormats()
  const { _id, title } = section
  const counted = t`${plural(count, { one: '# lecture', other: '# lectures' })}`
  const more = useRef<HTMLSpanElement>(null)
  const wasEditing = useRef(editing)
  // the form that had the focus is closed
  useEffect(() => {
    if (wasEditing.current && !editing) more.current?.querySelector('button')?.focus()
    wasEditing.current = editing
  }, [editing])
  return (
    <li
      data-section={_id}
      style={shift === null ? undefined : { transform: `translateY(${shift}px)` }}
      className={cx(
        'flex items-center gap-3 border-line bg-tint py-2 pe-4 ps-5 not-last:border-b first:rounded-t-lg last:rounded-b-lg',
        shift !== null && 'transition-transform',
      )}
    >
      {editing ? (
        <TitleForm
          label={t`New title of the section “${{ title: isolate(title) }}”`}
          initial={title}
          submit={t`Save`}
          onSave={async (next) => (await editor.renameSection(section, next)) !== undefined}
          onClose={() => onEdit(false)}
        />
      ) : (
        <>
          <div className="min-w-0 flex-1">
            <h3 className="font-sans leading-snug font-semibold wrap-anywhere">{title}</h3>
            <p className="text-sm text-muted">
              {count === 0
                ? t`No lectures yet: move some here.`
                : seconds > 0
                  ? `${counted} · ${formatLength(seconds)}`
                  : counted}
            </p>
          </div>
          <span ref={more}>
            <Menu
              label={t`More for the section ${{ title: isolate(title) }}`}
              triggerClass={cx(buttonClass({ variant: 'ghost', size: 'sm' }), 'w-9 px-0!')}
              entries={[
                {
                  kind: 'action',
                  label: t`Rename section`,
                  icon: <PencilLine aria-hidden="true" />,
                  onSelect: () => onEdit(true),
                },
                {
                  kind: 'action',
                  label: t`Move section up`,
                  icon: <ChevronUp aria-hidden="true" />,
                  disabled: !movable.up,
                  onSelect: () => editor.moveSection(_id, 'up'),
                },
                {
                  kind: 'action',
                  label: t`Move section down`,
                  icon: <ChevronDown aria-hidden="true" />,
                  disabled: !movable.down,
                  onSelect: () => editor.moveSection(_id, 'down'),
                },
                { kind: 'separator' },
                {
                  kind: 'action',
                  label: t`Remove section`,
                  aside: t`Its lectures stay`,
                  icon: <Trash2 aria-hidden="true" />,
                  danger: true,
                  onSelect: () => void editor.removeSection(_id),
                },
              ]}
            >
              <EllipsisVertical aria-hidden="true" className="size-4.5" />
            </Menu>
          </span>
        </>
      )}
    </li>
  )
}

/** Button that asks for the title of a new section, which is added at the end. */
export function AddSection({ editor }: { editor: OutlineEditor }) {
  const { t } = useLingui()
  const [adding, setAdding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef(false)
  const hydrated = useHydrated()
  useEffect(() => {
    if (wasAdding.current && !adding) button.current?.focus()
    wasAdding.current = adding
  }, [adding])
  if (adding) {
    return (
      <TitleForm
        label={t`Title of the new section`}
        initial=""
        submit={t`Add section`}
        onSave={async (title) => (await editor.addSection(title)) !== undefined}
        onClose={() => setAdding(false)}
      />
    )
  }
  return (
    <Button
      ref={button}
      variant="secondary"
      size="sm"
      disabled={!hydrated || editor.sections.length >= maxSections}
      icon={<Plus aria-hidden="true" className="size-4.5" />}
      onClick={() => setAdding(true)}
    >
      <Trans>Add a section</Trans>
    </Button>
  )
}
