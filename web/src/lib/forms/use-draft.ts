import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type BodyInput, api as calls, type DraftKind } from '@virtual-courses/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { browserApi } from '../api.ts'
import { keepaliveApi } from '../connection/keepalive-api.ts'
import { useViewer } from '../session/root-data.ts'
import {
  chooseDraft,
  createDraftKeeper,
  type DatedDraft,
  fromServer,
  type KeptDraft,
  localDraft,
  type Place,
  pruneDrafts,
  type ServerDraft,
  type Typed,
} from './kept-drafts.ts'
import { changesOf, type useForm, type Values } from './use-form.ts'

type StoreBody = BodyInput<typeof calls.drafts.store>
type Content = StoreBody['content']

/** Bytes of a request that may outlive its page are limited by browsers to 64 KiB; the text may take three bytes a character. */
const keepaliveCharacters = 20_000

/** Milliseconds for which a form waits for the draft of the server before it keeps what is typed without it. */
const readMs = 3000

/** The server takes no halves of characters. */
const wellFormed = (typed: Values): Values =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '\ufffd') : value,
    ]),
  )

/** Drafts of the studio's forms are on the server, too. */
const serverCalls = (kind: DraftKind, subject: string) => {
  const params = { kind, subject }
  return {
    read: async (signal: AbortSignal): Promise<ServerDraft | null> =>
      (await browserApi(calls.drafts.read, { params, signal })).draft,
    store: ({ typed, version }: Typed, seen: string | null) => {
      // the server validates the fields of the kind
      const content = { kind, typed: wellFormed(typed) } as Content
      const leaving = document.visibilityState === 'hidden' && JSON.stringify(typed).length < keepaliveCharacters
      return (leaving ? keepaliveApi : browserApi)(calls.drafts.store, { params, body: { content, version, seen } })
    },
    remove: (revision: string) => browserApi(calls.drafts.remove, { params, query: { revision } }),
  }
}

type Options = {
  /** the kind of form; one of the contract's is kept on the server as well */
  kind:
    | DraftKind
    | 'review'
    | 'settings'
    | 'profile'
    | 'coupon'
    | 'question'
    | 'answer'
    | 'post'
    | 'assignment'
    | 'handIn'
    | 'announcement'
  /** what the form is about, such as an id, or `newSubject` */
  subject: string
  /** what the form is filled with now; undefined where it has no version */
  version: () => string | undefined
}

type Form<V extends Values> = Pick<ReturnType<typeof useForm<V>>, 'values' | 'saved' | 'set'>

const serverKinds: Record<DraftKind, true> = {
  course: true,
  lecture: true,
  newLecture: true,
  bundle: true,
  reply: true,
}
const isServerKind = (kind: string): kind is DraftKind => kind in serverKinds

/** What is said of a form with unsaved changes, by where they are kept. */
export const unsavedTexts: Record<Place, MessageDescriptor> = {
  nowhere: msg`Unsaved changes`,
  browser: msg`Unsaved changes, kept in this browser`,
  server: msg`Unsaved changes, kept as a draft`,
}

/** For `DraftNotice`. */
export type ShownDraft = {
  /**
   * `restored`: the form shows it; `offered`: what the form was filled with has changed since, so the user decides; `other`: another device
   * has typed something else, and the user decides; `aside`: they did, and the one that the form does not show is kept
   */
  state: 'restored' | 'offered' | 'other' | 'aside'
  /** ISO instant of the restored or offered draft, or of the one that the form does not show */
  at: string
  /** The form shows it. */
  take: () => void
  /** It is not wanted; of `other`: the form goes on as it is. */
  leave: () => void
}

/**
 * Keeps what is typed into a form until it is saved, and restores it: after a reload, a dead line, an ended session. Only for forms
 * without passwords, bank details and codes. A draft belongs to the account that was signed in.
 */
export function useDraft<V extends Values>(form: Form<V>, { kind, subject, version }: Options) {
  const viewerId = useViewer()?._id
  // the session may end while the form is open
  const userId = useRef(viewerId).current
  const [place, setPlace] = useState<Place>('nowhere')
  const [found, setFound] = useState<{ draft: Omit<KeptDraft, 'by'>; state: 'restored' | 'offered' } | null>(null)
  const [other, setOther] = useState<ServerDraft | null>(null)
  const [aside, setAside] = useState<DatedDraft | null>(null)
  /** the stored draft is known: until then nothing is written over it */
  const [ready, setReady] = useState(false)
  const name = `${kind}:${subject}`
  const [server] = useState(() => (isServerKind(kind) ? serverCalls(kind, subject) : null))
  const [keeper] = useState(() =>
    userId === undefined
      ? null
      : createDraftKeeper({ userId, form: name, server, now: Date.now, onPlace: setPlace, onOther: setOther }),
  )

  /** what this browser kept when the form was opened */
  const had = useRef<KeptDraft | null>(null)
  const begin = useEffectEvent((chosen: ReturnType<typeof chooseDraft>) => {
    setReady(true)
    let { draft, other: theirs } = chosen
    if (draft && !differs(draft.typed)) {
      // it was saved meanwhile
      keeper?.discard(draft)
      draft = theirs && fromServer(theirs)
      theirs = null
    }
    if (!draft) return
    if (draft.version === (version() ?? null)) restore(draft)
    else setFound({ draft, state: 'offered' })
    if (theirs) keeper?.meet(theirs)
  })
  const differs = (typed: Values): boolean =>
    Object.entries(typed).some(([field, value]) => field in form.saved && value !== form.saved[field])
  /** The draft of the server came when the form had begun without it: what was typed meanwhile meets it when it is stored. */
  const beginLate = useEffectEvent((here: KeptDraft | null, there: ServerDraft | null | undefined) => {
    if (there && text === '{}' && !found) begin(chooseDraft(here, there))
  })
  useEffect(() => {
    if (userId === undefined) return
    const left = new AbortController()
    let begun = false
    pruneDrafts(Date.now())
    const here = localDraft(userId, name).read()
    had.current = here
    const beginWith = (there: ServerDraft | null | undefined): void => {
      begun = true
      begin(chooseDraft(here, there))
    }
    const graceTimer = setTimeout(() => beginWith(undefined), readMs)
    const asked = server ? server.read(left.signal).catch(() => undefined) : Promise.resolve(undefined)
    void asked.then((there) => {
      clearTimeout(graceTimer)
      if (left.signal.aborted) return
      if (begun) beginLate(localDraft(userId, name).read(), there)
      else beginWith(there)
    })
    return () => {
      clearTimeout(graceTimer)
      left.abort()
    }
  }, [userId, name, server])

  function restore(draft: Omit<KeptDraft, 'by'>) {
    keeper?.adopt(draft)
    for (const [field, value] of Object.entries(draft.typed)) {
      // what was typed before the draft was there stays
      const isUnchanged = form.values[field] === form.saved[field]
      if (field in form.saved && typeof value === typeof form.saved[field] && isUnchanged)
        form.set(field as keyof V, value as V[keyof V]) // a name of the form's values, with a value of its type
    }
    setAside(draft.aside ?? null)
    setFound({ draft, state: 'restored' })
  }

  /** The form shows just this. */
  function show(typed: Values) {
    for (const [field, saved] of Object.entries(form.saved)) {
      const value = typed[field] ?? saved
      if (typeof value === typeof saved) form.set(field as keyof V, value as V[keyof V]) // a name of the form's values, with a value of its type
    }
  }

  const changes = changesOf<Values>(form.saved, form.values) as Values // of names that are there
  const text = JSON.stringify(changes)
  const offered = found?.state === 'offered'
  const wrote = useRef(false)
  const keep = useEffectEvent((typed: Values | null) => {
    // an offered draft stays until the user decides
    if (typed === null && offered && !wrote.current) return
    wrote.current = true
    keeper?.put(typed && { typed, version: version() ?? null })
    // it was saved, or taken back
    if (typed === null) {
      setFound(null)
      setAside(null)
    } else if (offered && found) {
      // something else is typed: the form goes on with that, and the draft is kept beside it
      if (!other) keeper?.settle(found.draft)
      keepBeside(found.draft)
      setFound(null)
    }
  })
  const keepEarly = useEffectEvent((typed: Values | null) =>
    keeper?.putEarly(typed && { typed, version: version() ?? null }, had.current),
  )
  const early = useRef('{}')
  const before = useRef('{}')
  useEffect(() => {
    if (!ready) {
      if (early.current === text) return
      early.current = text
      keepEarly(text === '{}' ? null : JSON.parse(text))
      return
    }
    if (before.current === text) return
    before.current = text
    const typed: Values = JSON.parse(text)
    keep(Object.keys(typed).length > 0 ? typed : null)
  }, [ready, text])

  useEffect(() => {
    const flush = () => keeper?.flush()
    const hide = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', hide)
      flush()
    }
  }, [keeper])

  /** What the form shows, and how it would be kept beside another one. */
  const mine = (): DatedDraft => ({ typed: changes, version: version() ?? null, at: new Date().toISOString() })
  function keepBeside(draft: DatedDraft) {
    const beside = Object.keys(draft.typed).length > 0 ? draft : null
    keeper?.keepAside(beside)
    setAside(beside)
  }

  function shownNow(): ShownDraft | null {
    if (found?.state === 'offered')
      return {
        state: 'offered',
        at: found.draft.at,
        take: () => restore(found.draft),
        leave() {
          keeper?.discard(found.draft)
          setFound(null)
        },
      }
    if (other) {
      const theirs = fromServer(other)
      const decide = (beside: DatedDraft) => {
        keeper?.settle(theirs)
        keepBeside(beside)
      }
      return {
        state: 'other',
        at: theirs.at,
        take() {
          decide(mine())
          show(theirs.typed)
        },
        leave: () => decide(theirs),
      }
    }
    if (aside)
      return {
        state: 'aside',
        at: aside.at,
        take() {
          keepBeside(mine())
          show(aside.typed)
        },
        leave() {
          keeper?.keepAside(null)
          setAside(null)
        },
      }
    return (
      found && {
        state: 'restored',
        at: found.draft.at,
        take: () => {},
        leave() {
          keeper?.discard(found.draft)
          // what was typed since into other fields stays
          const { typed } = found.draft
          show(Object.fromEntries(Object.entries(changes).filter(([field]) => !(field in typed))))
          setFound(null)
        },
      }
    )
  }

  return {
    shown: shownNow(),
    /** where what was typed is kept now */
    place: text === '{}' ? ('nowhere' as const) : place,
    /** The form ends: what was typed is saved, or not wanted. */
    drop: () => keeper?.put(null),
  }
}
