import { draftDays } from '@virtual-courses/contract'
import { draftPrefix, readLocal, writeLocal } from '../browser-storage.ts'
import type { Values } from './use-form.ts'

/** What was typed and not saved. */
export type Typed = {
  typed: Values
  /** what the form was filled with */
  version: string | null
}

/** With the ISO instant of its last change. */
export type DatedDraft = Typed & { at: string }

/** What was typed and not saved, as this browser keeps it. */
export type KeptDraft = DatedDraft & {
  /** the draft of the server that its page has seen last; null for none */
  revision: string | null
  /** that one has the same content */
  isSent: boolean
  /** of two that were typed at the same time, the one that the form does not show */
  aside?: DatedDraft | null
  /** the page that has written it */
  by: string
}

/** A draft of the server. */
export type ServerDraft = Typed & { revision: string; storedAt: string }

/** Whether two drafts have the same fields with the same values. */
export const isSameTyped = (one: Values, other: Values): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

export const fromServer = ({ typed, version, revision, storedAt }: ServerDraft): Omit<KeptDraft, 'by'> => ({
  typed,
  version,
  revision,
  at: storedAt,
  isSent: true,
})

/** The key names the account: no one is shown what another account has typed. */
const keyOf = (userId: string, form: string): string => `${draftPrefix}${userId}:${form}`

/** Drafts that one browser keeps, of all accounts. */
const mostKept = 50
const keptMs = draftDays * 24 * 3600 * 1000

const isDraft = (value: unknown): value is KeptDraft =>
  typeof value === 'object' && value !== null && 'typed' in value && 'at' in value && 'by' in value

/** Deletes drafts that are too old, and the oldest of those that are too many. */
export function pruneDrafts(now: number): void {
  try {
    const kept = Object.keys(localStorage)
      .filter((key) => key.startsWith(draftPrefix))
      .map((key) => {
        const draft = readLocal(key)
        return { key, at: isDraft(draft) ? Date.parse(draft.at) : 0 }
      })
      .toSorted((a, b) => b.at - a.at)
    for (const [index, { key, at }] of kept.entries())
      if (index >= mostKept || !(now - at < keptMs)) writeLocal(key, undefined)
  } catch {
    // private windows may forbid storage
  }
}

/** The draft of a form in this browser. */
export function localDraft(userId: string, form: string) {
  const key = keyOf(userId, form)
  return {
    read(): KeptDraft | null {
      const draft = readLocal(key)
      return isDraft(draft) ? draft : null
    },
    /** Returns false where the browser keeps nothing. */
    write(draft: KeptDraft): boolean {
      writeLocal(key, draft)
      return readLocal(key) !== undefined
    },
    /** Deletes it, unless another page has written it since. */
    remove(by: string): void {
      if (this.read()?.by === by) writeLocal(key, undefined)
    },
  }
}

/**
 * Returns the draft that a form begins with: this browser's, while the server has not got it or has the same, else the server's. `other`
 * is what another device has stored, where this browser has text it has not seen. `server` is undefined when it could not be asked, null when
 * it has none: that was saved or discarded.
 */
export function chooseDraft(
  local: KeptDraft | null,
  server: ServerDraft | null | undefined,
): { draft: Omit<KeptDraft, 'by'> | null; other: ServerDraft | null } {
  const alone = (draft: Omit<KeptDraft, 'by'> | null) => ({ draft, other: null })
  if (server === undefined) return alone(local)
  const stored = server && fromServer(server)
  if (!local) return alone(stored)
  if (stored?.revision === local.revision) return alone(local)
  if (local.isSent) return alone(stored && { ...stored, aside: local.aside ?? null })
  if (!server || !stored) return alone(local)
  if (isSameTyped(local.typed, server.typed)) return alone({ ...stored, aside: local.aside ?? null })
  return { draft: local, other: server }
}

type StoreReply =
  | { outcome: 'stored'; revision: string }
  /** nothing was stored: another page has stored this since */
  | { outcome: 'conflict'; other: ServerDraft }
type ServerCalls = {
  /** `seen` is the revision of the draft that the page has seen. */
  store: (draft: Typed, seen: string | null) => Promise<StoreReply>
  remove: (revision: string) => Promise<unknown>
}

export type Place = 'nowhere' | 'browser' | 'server'

type Options = {
  userId: string
  form: string
  server: ServerCalls | null
  now: () => number
  onPlace: (place: Place) => void
  /** another device or tab has typed something else, or that is settled */
  onOther: (other: ServerDraft | null) => void
}

/** Milliseconds between two writes while someone types. */
const localMs = 400
const serverMs = 2500
/** Texts that may have arrived although no reply did. */
const mostUnsure = 5

/**
 * Keeps what is typed into a form: in this browser at once, and for the studio on the server soon after. One call is on its way at a time;
 * the last state wins. What another page wrote is never deleted, nor replaced before the user has seen it.
 */
export function createDraftKeeper({ userId, form, server, now, onPlace, onOther }: Options) {
  const local = localDraft(userId, form)
  const by = `${now().toString(36)}-${Math.random().toString(36).slice(2)}`
  let wanted: Typed | null = null
  let revision: string | null = null
  /** what was typed elsewhere; while the user has not decided, nothing is sent */
  let other: ServerDraft | null = null
  let aside: DatedDraft | null = null
  const unsure: Values[] = []
  let at = ''
  let isSent = true
  /** the server took the last draft: what is typed since follows in seconds, and is no other place */
  let isTaken = false
  let calling = false
  /** something was kept before the stored draft was known */
  let isEarly = false
  const timers: { local?: ReturnType<typeof setTimeout>; server?: ReturnType<typeof setTimeout> } = {}

  const writeLocalNow = (): void => {
    clearTimeout(timers.local)
    delete timers.local
    if (!wanted) {
      local.remove(by)
      return
    }
    const here = local.write({ ...wanted, at, by, revision, isSent, aside })
    if (!isTaken) onPlace(here ? 'browser' : 'nowhere')
  }

  const callServer = async (): Promise<void> => {
    clearTimeout(timers.server)
    delete timers.server
    if (!server || calling || isSent || (other && wanted)) return
    calling = true
    const sending = wanted
    const seen = revision
    try {
      if (sending) {
        const reply = await server.store(sending, seen)
        if (reply.outcome === 'stored') take(reply.revision, sending)
        else yieldTo(reply.other)
      } else {
        if (seen !== null) await server.remove(seen)
        take(null, null)
      }
    } catch {
      // a dead line, an ended session, a limit: this browser has it, and the next change tries again
      if (sending) unsure.push(sending.typed)
      if (unsure.length > mostUnsure) unsure.shift()
      stay()
    }
    calling = false
    const isOpen = wanted !== sending || revision !== seen
    if (isOpen && !isSent) timers.server ??= setTimeout(() => void callServer(), serverMs)
  }

  /** The server has this. */
  const take = (stored: string | null, sent: Typed | null): void => {
    revision = stored
    unsure.length = 0
    isTaken = sent !== null
    if (wanted !== sent) return
    isSent = true
    writeLocalNow()
    onPlace(sent ? 'server' : 'nowhere')
  }

  /** The server has not got it. */
  const stay = (): void => {
    isTaken = false
    if (wanted) writeLocalNow()
  }

  /** The server has something else. */
  const yieldTo = (theirs: ServerDraft): void => {
    // sent from here, and the reply was lost: it is followed up
    if (unsure.some((typed) => isSameTyped(typed, theirs.typed))) revision = theirs.revision
    // what was saved meanwhile has nothing to ask about
    else if (wanted) setOther(theirs)
    stay()
  }

  const setOther = (theirs: ServerDraft | null): void => {
    if (other === theirs) return
    other = theirs
    onOther(other)
  }

  const keepAside = (beside: DatedDraft | null): void => {
    aside = beside && { typed: beside.typed, version: beside.version, at: beside.at }
    if (wanted) writeLocalNow()
  }

  return {
    /** The page shows this draft: from now on it is this page's, which changes and deletes it. */
    adopt(draft: Omit<KeptDraft, 'by'>): void {
      ;({ revision, isSent, at } = draft)
      wanted = { typed: draft.typed, version: draft.version }
      isTaken = server !== null && isSent
      onPlace(isTaken ? 'server' : 'browser')
      aside = draft.aside ?? null
      local.write({ ...draft, by })
    },
    /** Another device has stored this one: nothing replaces it before the user has decided. */
    meet: setOther,
    /** The user was shown this draft, and has decided what the form goes on with: that may take its place. */
    settle(shown: Pick<KeptDraft, 'revision'>): void {
      revision = shown.revision ?? revision
      setOther(null)
      if (!isSent) void callServer()
    },
    /** Keeps another text with the draft, in this browser, until the form is saved; null for none. */
    keepAside,
    /**
     * Keeps in this browser alone what is typed while the server is asked for its draft: on top of `before`, the draft that this browser
     * had, which comes back when the form is as it was.
     */
    putEarly(next: Typed | null, before: KeptDraft | null): void {
      isEarly = true
      if (next) {
        const typed = { ...before?.typed, ...next.typed }
        const version = before ? before.version : next.version
        const revision = before?.revision ?? null
        const at = new Date(now()).toISOString()
        const here = local.write({ typed, version, at, revision, isSent: false, by, aside: before?.aside ?? null })
        onPlace(here ? 'browser' : 'nowhere')
        return
      }
      if (before) local.write(before)
      else local.remove(by)
      onPlace('nowhere')
    },
    /** Keeps what differs from what the form was filled with; null when nothing does: it was saved, or taken back. */
    put(next: Typed | null): void {
      if (next === null && wanted === null && revision === null && !isEarly) return
      // a draft that was restored is stored already
      if (next && wanted && isSent && next.version === wanted.version && isSameTyped(next.typed, wanted.typed)) return
      wanted = next
      at = new Date(now()).toISOString()
      isSent = false
      if (next === null) {
        aside = null
        setOther(null)
        writeLocalNow()
        onPlace('nowhere')
        void callServer()
        return
      }
      timers.local ??= setTimeout(writeLocalNow, localMs)
      timers.server ??= setTimeout(() => void callServer(), serverMs)
    },
    /** Writes what waits, before the page is left. */
    flush(): void {
      if (timers.local !== undefined) writeLocalNow()
      if (timers.server !== undefined) void callServer()
    },
    /** Deletes a draft that was not taken over. */
    discard(draft: Pick<KeptDraft, 'revision'> | null): void {
      const kept = local.read()
      if (kept) local.remove(kept.by)
      if (draft?.revision && server) void server.remove(draft.revision).catch(() => {})
    },
  }
}
