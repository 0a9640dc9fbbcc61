import { t } from '@lingui/core/macro'
import { ApiError } from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { changesOf, differ, type useForm, type Values } from './use-form.ts'

/** A field that was changed here and elsewhere, with both values as texts; "" is an empty one. */
export type AskedField = { name: string; label: string; mine: string; theirs: string }

/** Which value each field gets, by its name; null leaves everything as it is. */
export type Answer = Readonly<Record<string, 'mine' | 'theirs'>> | null

export type Question = { fields: readonly AskedField[]; answer: (answer: Answer) => void }

/** For `ChangedElsewhere`, which shows it. */
export type Elsewhere = {
  question: Question | null
  /** a sentence about what was taken over without asking; each has another key */
  note: { key: number; text: string } | null
}

/** Asks which of two values each field gets, and says what was taken over. */
export function useElsewhere() {
  const [elsewhere, setElsewhere] = useState<Elsewhere>({ question: null, note: null })
  return {
    elsewhere,
    ask: (fields: readonly AskedField[]): Promise<Answer> =>
      new Promise((resolve) => {
        const answer = (given: Answer) => {
          setElsewhere((before) => ({ ...before, question: null }))
          resolve(given)
        }
        setElsewhere((before) => ({ ...before, question: { fields, answer } }))
      }),
    note: (text: string) => setElsewhere((before) => ({ ...before, note: { key: (before.note?.key ?? 0) + 1, text } })),
  }
}

export const isChangedElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'changed_elsewhere'

/**
 * Compares what a form began with, what it has now, and what the server has: fields that both sides changed, to different values, are
 * asked about; what only the other side changed is taken.
 */
export function compareEdits<V extends Values>(base: V, mine: V, theirs: V): { asked: string[]; taken: string[] } {
  const changed = Object.keys(theirs).filter((name) => theirs[name] !== base[name] && theirs[name] !== mine[name])
  return {
    asked: changed.filter((name) => mine[name] !== base[name]),
    taken: changed.filter((name) => mine[name] === base[name]),
  }
}

/** What a form reads of the object that it edits. */
export type Read<V> = {
  values: V
  /** undefined: nothing is compared */
  version: string | undefined
  /** identifies the stored file of the form, such as its address; "" without one */
  file?: string
}

/** The file that a form may replace. */
export type EditedFile = {
  label: string
  /** the name of the one that was picked */
  picked: string | null
  /** the stored one stays */
  discard: () => void
}

export type Sending<V> = {
  /** the fields that differ from what was read */
  changes: Partial<V>
  /** all fields, for calls that replace a whole */
  values: V
  version: string | undefined
  /** whether the picked file is sent */
  file: boolean
}

type Options<V, Stored> = {
  /** what the form was filled with */
  stored: Stored
  read: (stored: Stored) => Read<V>
  /** reads it again */
  fetch: () => Promise<Stored>
  labels: { [Name in Extract<keyof V, string>]: string }
  /** Returns a value as people know it; by default texts as they are, and On or Off. */
  show?: (name: Extract<keyof V, string>, value: string | boolean) => string
  file?: EditedFile
  /** the form shows this now: it was saved, or taken over */
  onStored?: (stored: Stored) => void
}

type Form<V extends Values> = Pick<ReturnType<typeof useForm<V>>, 'values' | 'saved' | 'set' | 'rebase'>

const showPlainly = (_name: string, value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? t`On` : t`Off`) : value

/** Someone who changes a form all the time ends the tries. */
const mostTries = 5

/**
 * Saves a form with what changed and the version that was read. Where the server has another version it is read again: fields that were
 * changed there alone are taken over, and for fields that were changed on both sides the user decides (decision 085).
 */
export function useEdit<V extends Values, Stored>(form: Form<V>, options: Options<V, Stored>) {
  const { elsewhere, ask, note } = useElsewhere()
  const [first] = useState(() => options.read(options.stored))
  /** the version and the file that belong to `form.saved` */
  const base = useRef({ version: first.version, file: first.file })
  const labelOf = (name: string): string => (options.labels as Record<string, string>)[name] ?? name // typed by `labels`
  const show = (name: string, value: string | boolean | undefined): string =>
    // names of the form's values
    (options.show ?? showPlainly)(name as Extract<keyof V, string>, value ?? '')

  /**
   * Sends what changed, by default in the form's controls. Resolves to what is stored then, with whether more was typed meanwhile; to null when the user, or `send`, has
   * canceled it, or there was nothing left to save. Rejects with the error of the call.
   */
  async function save(
    send: (sending: Sending<V>) => Promise<Stored | null>,
    wanted: V = form.values,
  ): Promise<{ stored: Stored; typedSince: boolean } | null> {
    let saved = form.saved
    let sent = wanted
    /** what the controls have where no one has typed meanwhile */
    let controls: V = form.values
    let file = options.file?.picked != null
    const over: string[] = []
    for (let tries = 1; ; tries++) {
      try {
        const { version } = base.current
        const stored = await send({ changes: changesOf(saved, sent), values: sent, version, file })
        if (stored === null) return null
        const now = options.read(stored)
        base.current = { version: now.version, file: now.file }
        if (over.length > 0) note(t`Also changed elsewhere: ${{ fields: over.join(', ') }}`)
        options.onStored?.(stored)
        return { stored, ...form.rebase(now.values, controls) }
      } catch (error) {
        if (!isChangedElsewhere(error) || tries === mostTries) throw error
      }
      const theirs = await options.fetch()
      const now = options.read(theirs)
      const { asked, taken } = compareEdits(saved, sent, now.values)
      const otherFile = options.file !== undefined && now.file !== base.current.file
      const fields: AskedField[] = asked.map((name) => ({
        name,
        label: labelOf(name),
        mine: show(name, sent[name]),
        theirs: show(name, now.values[name]),
      }))
      if (otherFile && file && options.file)
        fields.push({
          name: fileField,
          label: options.file.label,
          mine: options.file.picked ?? '',
          theirs: now.file ? t`Another file` : '',
        })
      const answer = fields.length > 0 ? await ask(fields) : {}
      if (answer === null) return null
      const yields = (name: string) => taken.includes(name) || answer[name] === 'theirs'
      const merge = (mine: V): V => {
        const merged: Values = { ...mine }
        for (const [name, value] of Object.entries(now.values))
          if (mine[name] === saved[name] || yields(name)) merged[name] = value
        return merged as V // the same names, with values of the same types
      }
      // what the user decided against, or has not touched, is shown as it is stored
      options.onStored?.(theirs)
      form.rebase(now.values, saved)
      for (const name of asked) {
        const value = now.values[name]
        // a name of the form's values
        if (yields(name) && value !== undefined) form.set(name as keyof V, value as V[keyof V])
      }
      if (answer[fileField] === 'theirs') {
        file = false
        options.file?.discard()
      }
      over.push(...taken.map(labelOf), ...(otherFile && !file && options.file ? [options.file.label] : []))
      base.current = { version: now.version, file: now.file }
      controls = merge(controls)
      sent = merge(sent)
      saved = now.values
      if (!file && !differ(saved, sent)) {
        note(t`Nothing of yours was left to save: the page shows what was saved elsewhere.`)
        return null
      }
    }
  }

  return {
    save,
    elsewhere,
    /** of what the form was filled with */
    version: () => base.current.version,
    /** This page has saved, by another call, what is of the same version but not in the form: the form goes on with `to`. */
    moveOn(from: string | undefined, to: string | undefined): void {
      if (base.current.version === from) base.current.version = to
    },
    /** This page has replaced the stored file itself, by another call: the version is another one then. */
    async refresh(): Promise<void> {
      const now = options.read(await options.fetch())
      const same = !differ(form.saved, now.values)
      base.current = { version: same ? now.version : base.current.version, file: now.file }
    },
  }
}

const fileField = ' file'

type Whole<Version> = {
  label: string
  /** what was read; undefined: nothing is compared */
  version: Version
  send: (version: Version) => Promise<unknown>
  /** Reads what is stored now, and says how it differs, as texts. */
  compare: () => Promise<{ version: Version; mine: string; theirs: string }>
  /** whether an error of `send` says that there is another version */
  isConflict?: (error: unknown) => boolean
}

/**
 * Saves what can only be replaced as a whole, such as an order, in the same way: where it was changed elsewhere, the user chooses one of
 * both.
 */
export function useWholeEdit() {
  const { elsewhere, ask } = useElsewhere()
  return {
    elsewhere,
    /** Resolves to "theirs" when nothing was sent because the user takes what is stored, and to "canceled" when they decide later. */
    async save<Version>(whole: Whole<Version>): Promise<'saved' | 'theirs' | 'canceled'> {
      const { label, send, compare, isConflict = isChangedElsewhere } = whole
      let { version } = whole
      for (let tries = 1; ; tries++) {
        try {
          await send(version)
          return 'saved'
        } catch (error) {
          if (!isConflict(error) || tries === mostTries) throw error
        }
        const now = await compare()
        if (now.mine !== now.theirs) {
          const answer = await ask([{ name: 'whole', label, mine: now.mine, theirs: now.theirs }])
          if (answer === null) return 'canceled'
          if (answer.whole === 'theirs') return 'theirs'
        }
        version = now.version
      }
    },
  }
}
