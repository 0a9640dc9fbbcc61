import { captionVersionIn, problemOf } from '@virtual-courses/contract'
import type { Dispatch } from 'react'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type LeaveGuard, useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { loadVttCues } from '#lib/text/load-vtt-cues.ts'
import { type Edit, type EditedCue, type Editing, editCues, readCueText, startEditing } from './cue-edits.ts'

/** Lines and the version of the saved captions that they began with, null for none: what was loaded, or work that this tab keeps. */
type Base = { version: string | null; cues: Omit<EditedCue, 'id'>[] }

const draftDelayMs = 400

const readDraft = (key: string): Base | null => {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    // written below, by this tab alone
    return typeof draft === 'object' && draft !== null && 'cues' in draft ? (draft as Base) : null
  } catch {
    return null
  }
}

function writeDraft(key: string, draft: Base | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // storage is full or blocked: the page asks before it is closed
  }
}

/** Fetches captions with their version; no captions when there are none yet. */
export async function fetchCaptions(url: string, signal?: AbortSignal): Promise<Base> {
  const response = await fetch(url, { credentials: 'include', cache: 'no-cache', signal: signal ?? null })
  if (response.status === 404) return { version: null, cues: [] }
  const version = captionVersionIn(response.headers.get('etag') ?? '')
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => null))
  if (version === undefined) throw new Error('the captions did not load')
  const file = URL.createObjectURL(await response.blob())
  try {
    const cues = await loadVttCues(file, signal)
    const ms = (seconds: number) => Math.round(seconds * 1000)
    return {
      version,
      cues: cues.map(({ startTime, endTime, text }) => ({
        start: ms(startTime),
        end: ms(endTime),
        ...readCueText(text),
      })),
    }
  } finally {
    URL.revokeObjectURL(file)
  }
}

const blank: Omit<EditedCue, 'id'> = { start: 0, end: 2000, text: '', markup: false }

type Action = Edit | { kind: 'open'; cues: Base['cues'] }
const reduce = (state: Editing, action: Action): Editing =>
  action.kind === 'open' ? startEditing(action.cues) : editCues(state, action)

export type CaptionsDraft = {
  editing: Editing
  edit: Dispatch<Edit>
  state: 'loading' | 'failed' | 'ready'
  /** there is work that is not saved */
  dirty: boolean
  /** it was kept from before a reload */
  restored: boolean
  /** version that the saved captions must have, or null for none */
  version: string | null
  /** asks before the page is left with work that is not saved */
  blocker: LeaveGuard['blocker']
  /** Takes what was saved as the new beginning. */
  saved(version: string, cues: Editing['cues']): void
  /** Returns the saved captions; the work stays. */
  fetch(): Promise<Base>
  /** Loads the saved captions in place of the work. */
  reload(): Promise<void>
}

/** Captions that are edited: loaded, kept in this tab while they are not saved, and restored after a reload. */
export function useCaptionsDraft(url: string): CaptionsDraft {
  const key = `captions-draft ${url}`
  const [editing, dispatch] = useReducer(reduce, startEditing([]))
  const [state, setState] = useState<CaptionsDraft['state']>('loading')
  const [version, setVersion] = useState<string | null>(null)
  const [restored, setRestored] = useState(false)
  /** the lines as they are saved; null while restored work differs from them */
  const [clean, setClean] = useState<Editing['cues'] | null>(null)
  const dirty = state === 'ready' && editing.cues !== clean
  const opening = useRef(false)

  const open = useCallback((base: Base, isDraft: boolean) => {
    opening.current = true
    dispatch({ kind: 'open', cues: base.cues.length > 0 ? base.cues : [blank] })
    setVersion(base.version)
    setRestored(isDraft)
    if (isDraft) setClean(null)
    setState('ready')
  }, [])

  // the lines that were just opened are the clean ones, unless they are a draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening changes what is clean
  useEffect(() => {
    if (!opening.current) return
    opening.current = false
    setClean(restored ? null : editing.cues)
  }, [editing.cues])

  useEffect(() => {
    const control = new AbortController()
    const draft = readDraft(key)
    if (draft) open(draft, true)
    else
      fetchCaptions(url, control.signal).then(
        (base) => open(base, false),
        () => !control.signal.aborted && setState('failed'),
      )
    return () => control.abort()
  }, [url, key, open])

  /** writes what is edited now; the last one also on the way out of the page */
  const keep = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (state !== 'ready') return
    keep.current = () => {
      keep.current = null
      writeDraft(key, dirty ? { version, cues: editing.cues.map(({ id: _id, ...cue }) => cue) } : null)
    }
    // changes that were undone are no draft any more
    if (!dirty) return keep.current()
    const timer = setTimeout(() => keep.current?.(), draftDelayMs)
    return () => clearTimeout(timer)
  }, [state, dirty, key, version, editing.cues])
  useEffect(() => {
    const flush = () => keep.current?.()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
  const { blocker } = useLeaveGuard(dirty)

  return {
    editing,
    edit: dispatch,
    state,
    dirty,
    restored,
    version,
    blocker,
    saved(next, cues) {
      setVersion(next)
      setClean(cues)
      setRestored(false)
      writeDraft(key, null)
    },
    fetch: () => fetchCaptions(url),
    async reload() {
      const base = await fetchCaptions(url)
      writeDraft(key, null)
      open(base, false)
    },
  }
}
