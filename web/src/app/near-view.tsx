import {
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { toast } from '#ui/toast.ts'
import { HydratedLater, holdMark, isHydrated } from './hydration-mark.tsx'

/** Distance from the viewport at which the code of a part is fetched, in pixels. */
const ahead = 400

/** How long after a press its click may come, in milliseconds. */
const clickWait = 100

const controls = 'a, button, summary, label, input, select, textarea'

/** Always the same object: React then leaves the content of the element as the document brought it. */
const asInDocument = { __html: '' }

/** Places among siblings on the way from `root` to an element in it. */
function pathTo(root: Element, target: Element): number[] {
  const path: number[] = []
  for (let one = target; one !== root && one.parentElement; one = one.parentElement)
    path.unshift([...one.parentElement.children].indexOf(one))
  return path
}

const elementAt = (root: Element, path: readonly number[]): HTMLElement | null => {
  const found = path.reduce<Element | undefined>((element, place) => element?.children[place], root)
  return found instanceof HTMLElement ? found : null
}

/** What users did in a part before its code was there: repeated on the same elements afterwards. */
type Kept = { focus?: number[]; click?: number[]; typed?: { path: number[]; text: string }[] }

const textFields = 'input:not([type="checkbox"], [type="radio"], [type="hidden"]), textarea'

/** What was typed into the fields of a part. */
const typedIn = (part: Element): { path: number[]; text: string }[] =>
  [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => ({ path: pathTo(part, field), text: field.value }))

/** Types into a field as a user does, so that React hears of it: its own setter on the element would hide the change. */
function type(field: Element | null, text: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  // fields of some types have no caret
  if (field.selectionStart !== null) field.setSelectionRange(text.length, text.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Whether the page answers a click, not the browser: on a link it opens another page of ours in this tab. */
function isOurs(control: Element, { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  if (!(control instanceof HTMLAnchorElement)) return true
  const plain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
  return plain && control.origin === window.location.origin && control.target === ''
}

type Watch = { wake: () => Promise<void>; stop: () => void }

/**
 * Watches a part that is still as the document brought it. Calls `fetch` when it comes near the viewport, or when someone presses or
 * focuses something in it, or by `wake`; `fetch` resolves to whether the code is there. Then `show` is called, but not between a press and
 * its click. A click is kept until then.
 */
function watch(part: Element, fetch: () => Promise<boolean>, show: (kept: Kept) => void): Watch {
  const kept: Kept = {}
  let fetching = false
  let fetched = false
  let pressed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const left = new AbortController()

  const showWhenReady = () => {
    if (!fetched || pressed || left.signal.aborted) return
    const { activeElement } = document
    if (activeElement && activeElement !== part && part.contains(activeElement))
      kept.focus = pathTo(part, activeElement)
    kept.typed = typedIn(part)
    left.abort()
    show(kept)
  }
  const wake = async () => {
    if (fetching || fetched) return
    fetching = true
    fetched = await fetch()
    fetching = false
    if (!fetched && kept.click) {
      const control = elementAt(part, kept.click)
      delete kept.click
      // links work without the code, unless it is the connection that is gone
      if (control instanceof HTMLAnchorElement && navigator.onLine) window.location.assign(control.href)
      else toast.error('You are offline')
    }
    showWhenReady()
  }
  const isInside = ({ target }: Event) => target instanceof Element && part.contains(target)
  const release = () => {
    pressed = false
    showWhenReady()
  }
  const listen = (name: string, listener: (event: Event) => void) =>
    window.addEventListener(name, listener, { capture: true, signal: left.signal })

  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void wake()
    },
    { rootMargin: `${ahead}px` },
  )
  // the part itself has no box
  for (const child of part.children) observer.observe(child)
  left.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  listen('online', () => {
    // tells again where the part is
    for (const child of part.children) {
      observer.unobserve(child)
      observer.observe(child)
    }
  })
  listen('focusin', (event) => {
    if (isInside(event)) void wake()
  })
  listen('pointerdown', (event) => {
    if (!isInside(event)) return
    clearTimeout(timer)
    pressed = true
    void wake()
  })
  for (const name of ['pointerup', 'pointercancel'])
    listen(name, () => {
      if (pressed) timer = setTimeout(release, clickWait)
    })
  listen('click', (event) => {
    const control = isInside(event) && (event.target as Element).closest(controls)
    if (!control || !isOurs(control, event as MouseEvent)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    kept.click = pathTo(part, control)
    clearTimeout(timer)
    void wake()
    release()
  })
  return { wake, stop: () => left.abort() }
}

/** Repeats what was done in a part before its code was there. */
function repeat(part: Element, { focus, click, typed = [] }: Kept): void {
  for (const { path, text } of typed) type(elementAt(part, path), text)
  if (focus) elementAt(part, focus)?.focus({ preventScroll: true })
  if (click) elementAt(part, click)?.click()
}

const isNear = (part: Element): boolean =>
  [...part.children].some((child) => {
    const { top, bottom, height } = child.getBoundingClientRect()
    return height > 0 && top < window.innerHeight + ahead && bottom > -ahead
  })

/** Calls back when the values of an object change. */
function useChange(values: object, changed: () => void): void {
  const first = useRef(Object.values(values))
  useEffect(() => {
    const now = Object.values(values)
    if (now.length !== first.current.length || now.some((value, index) => value !== first.current[index])) changed()
  })
}

type AsInDocumentProps = {
  props: object
  element: RefObject<HTMLDivElement | null>
  fetch: () => Promise<boolean>
  show: (kept: Kept) => void
}

/** The part as the document brought it. It does not follow its props; when they change, it is shown with its code. */
function AsInDocument({ props, element, fetch, show }: AsInDocumentProps) {
  const id = useId()
  // runs in the root's commit, before the effect of the mark: what is in reach must work first, if its code can be fetched
  useLayoutEffect(() => {
    if (!element.current || !isNear(element.current)) return
    const release = holdMark(id)
    void fetch().then((fetched) => fetched || release())
    return release
  }, [element, fetch, id])
  const watched = useRef<Watch>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the element
  useEffect(() => {
    if (!element.current) return undefined
    watched.current = watch(element.current, fetch, show)
    return watched.current.stop
  }, [])
  useChange(props, () => void watched.current?.wake())
  return (
    <div
      ref={element}
      className="contents"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: leaves what the server rendered
      dangerouslySetInnerHTML={asInDocument}
    />
  )
}

type Options<Props> = {
  /** Shown where the code cannot be loaded for a page that was not in the document. */
  missing?: ReactNode
  /** Whether this part has fields: it is hydrated as soon as its code is there, and keeps what was typed until then. */
  hasFields?: (props: Props) => boolean
}

export type LaterPart<Props> = {
  /** Fetches the code and tells whether it is there. Never rejects. */
  fetch: () => Promise<boolean>
  /** For the initial value of a state. */
  loaded: () => ComponentType<Props> | undefined
  Lazy: ComponentType<Props>
  hasFields: (props: Props) => boolean
}

/** Declares a part of pages whose code is not part of the first load; `NearView` shows it. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { missing = null, hasFields = () => false }: Options<Props> = {},
): LaterPart<Props> {
  let component: ComponentType<Props> | undefined
  const fetch = (): Promise<boolean> =>
    load().then(
      (loaded) => {
        component = loaded
        return true
      },
      () => false,
    )
  const Lazy = lazy<ComponentType<Props>>(async () => {
    await fetch()
    return { default: component ?? (() => missing) }
  }) as ComponentType<Props> // the type of a lazy component leaves out generic props
  return { fetch, loaded: () => component, Lazy, hasFields }
}

type Shown<Props> = { part: LaterPart<Props>; props: Props }

/** A part that was not in the document, or whose code has come. */
function WithCode<Props extends object>({ part: { loaded, Lazy }, props }: Shown<Props>) {
  // another component would be another part, without the state of this one
  const [Loaded] = useState(loaded)
  if (Loaded) return <Loaded {...props} />
  return (
    <Suspense>
      <Lazy {...props} />
    </Suspense>
  )
}

function Swapped<Props extends object>({ part, props }: Shown<Props>) {
  const hydrated = useHydrated()
  const [waits, setWaits] = useState(!hydrated)
  const [kept, setKept] = useState<Kept>({})
  const before = useRef<HTMLDivElement>(null)
  const after = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (after.current) repeat(after.current, kept)
  }, [kept])
  const show = (done: Kept) => {
    setKept(done)
    setWaits(false)
  }
  if (import.meta.env.SSR) {
    return (
      <div className="contents">
        <part.Lazy {...props} />
      </div>
    )
  }
  if (waits) return <AsInDocument key="document" props={props} element={before} fetch={part.fetch} show={show} />
  return (
    <div key="code" ref={after} className="contents">
      <WithCode part={part} props={props} />
    </div>
  )
}

/** A part with fields: hydrated when its code is there. */
function WithFields<Props extends object>({ part, props }: Shown<Props>) {
  // no hook that renders again after hydration: React would replace the content, with what was typed, instead of hydrating it
  const [Loaded] = useState(() => (isHydrated() ? part.loaded() : undefined))
  const Part = Loaded ?? part.Lazy
  return (
    <HydratedLater>
      <Part {...props} />
    </HydratedLater>
  )
}

/**
 * A part of a page below the fold: its code is fetched when it comes near the viewport. The server renders it, and until then the
 * document's own content stays, without hydration: a boundary of React that waits for its code would hold up every change of the
 * router's state, and be removed by urgent ones.
 */
export function NearView<Props extends object>({ part, props }: Shown<Props>) {
  return (
    <PartBoundary>
      {part.hasFields(props) ? <WithFields part={part} props={props} /> : <Swapped part={part} props={props} />}
    </PartBoundary>
  )
}
