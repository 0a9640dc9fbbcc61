export type ToastKind = 'success' | 'error' | 'info'
export type ToastNote = { id: number; kind: ToastKind; message: string }

/** How long a note stays, in milliseconds, while nobody points at it. */
export const toastLife = 5000
const most = 5

let notes: readonly ToastNote[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly ToastNote[]) {
  notes = next
  for (const listener of listeners) listener()
}

/** A message that is already shown is renewed instead of shown twice. Answers the id, for `toast.dismiss`. */
function add(kind: ToastKind, message: string): number {
  const id = ++lastId
  const others = notes.filter((note) => note.kind !== kind || note.message !== message)
  publish([...others, { id, kind, message }].slice(-most))
  return id
}

/** Short messages at the top right, callable from anywhere in the browser, inside React or outside. */
export const toast = {
  success: (message: string) => add('success', message),
  error: (message: string) => add('error', message),
  info: (message: string) => add('info', message),
  dismiss: (id: number) => publish(notes.filter((note) => note.id !== id)),
}

/** For the viewport: the notes of now, and a call whenever they change. */
export const toastStore = {
  read: () => notes,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
