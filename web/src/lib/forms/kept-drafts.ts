import { draftDays } from '@virtual-courses/contract'
import { draftPrefix, readLocal, writeLocal } from '../browser-storage.ts'
import type { Values } from './use-form.ts'

/** What was typed and not saved, as this browser keeps it. */
export type KeptDraft = {
  typed: Values
  /** what the form was filled with */
  version: string | null
  /** ISO instant */
  at: string
  /** the server's draft with the same content; null where it has not got it */
  revision: string | null
  /** the page that has written it */
  by: string
}

/** A draft of the server; `revision` and `at` say which. */
export type ServerDraft = Pick<KeptDraft, 'typed' | 'version'> & { revision: string; storedAt: string }

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
 * Returns the draft that a form begins with: this browser's, while the server has not got it or has just the same, else the server's.
 * `server` is undefined when it could not be asked, and null when it has none: what it had was saved or discarded elsewhere.
 */
export function chooseDraft(
  local: KeptDraft | null,
  server: ServerDraft | null | undefined,
): Omit<KeptDraft, 'by'> | null {
  const fromServer = server && { ...server, at: server.storedAt }
  if (!local) return fromServer ?? null
  if (server === undefined) return local
  if (local.revision === null) return fromServer && fromServer.at > local.at ? fromServer : local
  return server?.revision === local.revision ? local : (fromServer ?? null)
}

type ServerCalls = {
  store: (draft: Pick<KeptDraft, 'typed' | 'version'>) => Promise<{ revision: string }>
  remove: (revision: string) => Promise<unknown>
}

export type Place = 'nowhere' | 'browser' | 'server'

type Options = {
  userId: string
  form: string
  server: ServerCalls | null
  now: () => number
  onPlace: (place: Place) => void
}

/** Milliseconds between two writes while someone types. */
const localMs = 400
const serverMs = 2500

/**
 * Keeps what is typed into a form: in this browser at once, and for the studio on the server soon after. One call is on its way at a time;
 * the last state wins. What another page wrote is never deleted.
 */
export function createDraftKeeper({ userId, form, server, now, onPlace }: Options) {
  const local = localDraft(userId, form)
  const by = `${now().toString(36)}-${Math.random().toString(36).slice(2)}`
  let wanted: Pick<KeptDraft, 'typed' | 'version'> | null = null
  let revision: string | null = null
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
    const here = local.write({ ...wanted, at, by, revision: isSent ? revision : null })
    if (!isTaken) onPlace(here ? 'browser' : 'nowhere')
  }

  const callServer = async (): Promise<void> => {
    clearTimeout(timers.server)
    delete timers.server
    if (!server || calling || isSent) return
    calling = true
    const sending = wanted
    try {
      if (sending) ({ revision } = await server.store(sending))
      else {
        if (revision !== null) await server.remove(revision)
        revision = null
      }
      isTaken = sending !== null
      if (wanted === sending) {
        isSent = true
        writeLocalNow()
        onPlace(sending ? 'server' : 'nowhere')
      }
    } catch {
      // a dead line, an ended session, a limit: this browser has it, and the next change tries again
      isTaken = false
      if (wanted) writeLocalNow()
    }
    calling = false
    if (wanted !== sending) timers.server ??= setTimeout(() => void callServer(), serverMs)
  }

  return {
    /** The page shows this draft: from now on it is this page's, which changes and deletes it. */
    adopt(draft: Omit<KeptDraft, 'by'>): void {
      revision = draft.revision
      local.write({ ...draft, by })
    },
    /**
     * Keeps in this browser alone what is typed while the server is asked for its draft: on top of `before`, the draft that this browser
     * had, which comes back when the form is as it was.
     */
    putEarly(next: Pick<KeptDraft, 'typed' | 'version'> | null, before: KeptDraft | null): void {
      isEarly = true
      if (next) {
        const typed = { ...before?.typed, ...next.typed }
        const version = before ? before.version : next.version
        const here = local.write({ typed, version, at: new Date(now()).toISOString(), revision: null, by })
        onPlace(here ? 'browser' : 'nowhere')
        return
      }
      if (before) local.write(before)
      else local.remove(by)
      onPlace('nowhere')
    },
    /** Keeps what differs from what the form was filled with; null when nothing does: it was saved, or taken back. */
    put(next: Pick<KeptDraft, 'typed' | 'version'> | null): void {
      if (next === null && wanted === null && revision === null && !isEarly) return
      wanted = next
      at = new Date(now()).toISOString()
      isSent = false
      if (next === null) {
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
