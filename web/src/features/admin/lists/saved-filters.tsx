import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  type BodyInput,
  api as calls,
  type FilteredList,
  filterNameLength,
  isolate,
  type SavedFilter,
} from '@virtual-courses/contract'
import { Bookmark, Download, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/form/field.tsx'
import { FileLink } from '#ui/form/file-link.tsx'
import { Input } from '#ui/form/input.tsx'
import { type Decided, FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { DecisionDialog } from '../decision-dialog.tsx'
import { searchOf } from '../list-query.ts'

type Query = Readonly<Record<string, string>>

/** The values of a list's address that filter it: not its place, and none that are empty. */
export const filterOf = ({ at: _, ...query }: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** Whether two filters choose the same. */
export const isSame = (a: Query, b: Query): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)

type Props = {
  list: FilteredList
  path: string
  /** the values of the rows that are shown */
  query: Query
  /** what was chosen last, also while its rows load */
  chosen: Query
  filters: readonly SavedFilter[]
  /** the list has rows */
  filled: boolean
  /** the table of the list */
  csv: { path: string; file: string }
}

/** Below the tools of a list: its saved filters, a button that saves the present one, and the table of what is seen. */
export function ListExtras({ list, path, query, chosen: latest, filters, filled, csv }: Props) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<{ filter: SavedFilter | null; act: 'save' | 'rename' | 'delete' } | null>(null)
  const chosen = filterOf(latest)
  const isSaved = filters.some((filter) => isSame(filter.query, chosen))
  const close = () => setAsked(null)
  const wasSaved = useRef(isSaved)
  useEffect(() => {
    // the button that saved it is gone, with the focus, once the page is read again
    if (isSaved && !wasSaved.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-chosen-filter]')?.focus()
    wasSaved.current = isSaved
  }, [isSaved])
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 empty:hidden">
      {filters.length > 0 && (
        <ul
          aria-label={t`Saved filters`}
          className="flex min-w-0 gap-2 max-sm:-m-1 max-sm:w-[calc(100%+0.5rem)] max-sm:overflow-x-auto max-sm:p-1 sm:flex-wrap"
        >
          {filters.map((filter) => (
            <Chip
              key={filter._id}
              filter={filter}
              to={`${path}${searchOf(filter.query)}`}
              current={isSame(filter.query, chosen)}
              onAsk={(act) => setAsked({ filter, act })}
            />
          ))}
        </ul>
      )}
      {!isSaved && Object.keys(chosen).length > 0 && (
        <Button
          variant="secondary"
          size="sm"
          icon={<Bookmark aria-hidden="true" className="size-4" />}
          onClick={() => setAsked({ filter: null, act: 'save' })}
        >
          <Trans>Save this filter</Trans>
        </Button>
      )}
      {filled && (
        <FileLink
          login={paths.login}
          href={`${csv.path}${searchOf(filterOf(query))}`}
          download={csv.file}
          className={cx(buttonClass({ variant: 'secondary', size: 'sm' }), 'ms-auto')}
        >
          <Download aria-hidden="true" className="size-4" />
          <Trans>Download as CSV</Trans>
        </FileLink>
      )}
      {asked?.act === 'save' && (
        <NameDialog title={t`Save this filter`} name="" save={{ list, chosen }} onClose={close} />
      )}
      {asked?.act === 'rename' && asked.filter && (
        <NameDialog title={t`Rename the filter`} name={asked.filter.name} rename={asked.filter._id} onClose={close} />
      )}
      {asked?.act === 'delete' && asked.filter && <DeleteDialog filter={asked.filter} onClose={close} />}
    </div>
  )
}

type ChipProps = { filter: SavedFilter; to: string; current: boolean; onAsk: (act: 'rename' | 'delete') => void }

/** A saved filter: a link to what it chooses, and its menu. */
function Chip({ filter, to, current, onAsk }: ChipProps) {
  const { t } = useLingui()
  const entries = [
    {
      kind: 'action' as const,
      label: t`Rename`,
      icon: <Pencil aria-hidden="true" />,
      onSelect: () => onAsk('rename'),
    },
    {
      kind: 'action' as const,
      label: t`Delete`,
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onSelect: () => onAsk('delete'),
    },
  ]
  return (
    <li
      className={cx(
        'flex max-w-full shrink-0 items-center rounded-full border',
        current ? 'border-transparent bg-primary-soft text-on-primary-soft' : 'border-line-strong bg-surface',
      )}
    >
      <Link
        {...writtenIn()}
        to={to}
        aria-current={current ? 'true' : undefined}
        data-chosen-filter={current || undefined}
        className="inline-flex min-h-9 min-w-0 items-center rounded-s-full ps-3.5 pe-1 text-sm font-medium hover:underline"
      >
        <span className="truncate">{filter.name}</span>
      </Link>
      <Menu
        label={t`Actions for the filter ${{ name: isolate(filter.name) }}`}
        entries={entries}
        triggerClass="grid size-9 shrink-0 place-items-center rounded-full hover:bg-tint aria-expanded:bg-tint [&_svg]:size-4.5"
      >
        <EllipsisVertical aria-hidden="true" />
      </Menu>
    </li>
  )
}

type NameDialogProps = {
  title: string
  name: string
  /** what is saved under the name, or the id of the filter that gets it */
  save?: { list: FilteredList; chosen: Query }
  rename?: string
  onClose: () => void
}

/** Asks for the name of a filter. */
function NameDialog({ title, name, save, rename, onClose }: NameDialogProps) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const form = useForm({ name })

  /** What keeps a filter from being saved is said at the field. */
  function fail(error: unknown) {
    const failed = form.fail(error)
    if (failed.code !== 'filter_name_taken' && failed.code !== 'filters_full') return failed
    const errors = { name: failed.message }
    form.showErrors(errors)
    return { ...failed, errors }
  }

  async function send(): Promise<Decided> {
    const given = form.values.name.trim()
    // the server reads the values again: they come from an address
    if (save) return browserApi(calls.savedFilters.save, { body: bodyOf(save.list, given, save.chosen) })
    try {
      return await browserApi(calls.savedFilters.rename, {
        params: { filterId: rename ?? '' },
        body: { name: given },
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
      // another tab has deleted it
      toast.error(error.message)
      await revalidate()
      onClose()
      return null
    }
  }

  return (
    <FormDialog
      title={title}
      text={<Trans>Only you see it, on this list.</Trans>}
      confirmLabel={t`Save`}
      form={{ ref: form.ref, fail }}
      onClose={onClose}
      send={() => {
        if (form.values.name.trim() !== '') return send()
        form.showErrors({ name: t`A name is required` })
        return null
      }}
    >
      <Field label={t`Name`} error={form.errors.name} required>
        <Input
          name="name"
          maxLength={filterNameLength}
          value={form.values.name}
          onChange={({ target }) => form.set('name', target.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** The body of a filter. */
const bodyOf = (list: FilteredList, name: string, query: Query) =>
  ({ list, name, query }) as BodyInput<typeof calls.savedFilters.save> // the contract decides whether the values are those of the list

/** Deletes a filter; one that is gone already is no error. */
function DeleteDialog({ filter, onClose }: { filter: SavedFilter; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <DecisionDialog
      title={t`Delete the filter “${{ name: isolate(filter.name) }}”?`}
      text={t`The rows that it shows stay as they are.`}
      confirmLabel={t`Delete filter`}
      danger
      onClose={onClose}
      call={() => browserApi(calls.savedFilters.remove, { params: { filterId: filter._id } })}
    />
  )
}
