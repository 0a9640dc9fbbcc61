import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { failureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'

type Props<Item> = {
  words: { label: string; none: string; failed: string; choose: (name: string) => string }
  icon: Slot
  find: (text: string) => Promise<Item[]>
  nameOf: (item: Item) => string
  /** what is chosen already */
  used?: ReadonlySet<string>
  onChoose: (item: Item) => void
}

/** Finds questions or students by words, and chooses of what was found. */
export function FindForm<Item extends { _id: string }>({ words, icon, find, nameOf, used, onChoose }: Props<Item>) {
  const hydrated = useHydrated()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Item[] | null>(null)
  const free = found?.filter(({ _id }) => !used?.has(_id))

  function submit(event: FormEvent) {
    event.preventDefault()
    find(text).then(setFound, (error) => toast.error(failureOf(error, words.failed)))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
        <Field label={words.label} className="min-w-[min(12rem,100%)] flex-1">
          <Input type="search" value={text} maxLength={100} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Button type="submit" variant="secondary" disabled={!hydrated} className="mb-1.5">
          <Trans>Find</Trans>
        </Button>
      </form>
      <p aria-live="polite" className="text-muted empty:hidden">
        {free?.length === 0 && words.none}
      </p>
      {free && free.length > 0 && (
        <ul className="rounded-md border border-line">
          {free.map((item) => (
            <li key={item._id} className="flex items-center gap-2 border-t border-line px-3 py-1 first:border-t-0">
              <span className="min-w-0 flex-1 truncate" {...writtenIn()}>
                {nameOf(item)}
              </span>
              <IconButton label={words.choose(nameOf(item).slice(0, 80))} onClick={() => onChoose(item)}>
                {icon}
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
