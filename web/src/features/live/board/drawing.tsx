import {
  CaptureUpdateAction,
  Excalidraw,
  exportToBlob,
  isInvisiblySmallElement,
  reconcileElements,
  restoreElements,
} from '@excalidraw/excalidraw'
import '@excalidraw/excalidraw/index.css'
import './drawing.css'
import { useLingui } from '@lingui/react/macro'
import { type BoardElement, type DrawnElement, isolate } from '@virtual-courses/contract'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { formOf, type SceneElement } from './board-elements.ts'
import type { Scene } from './board-sync.ts'
import { useDark } from './use-dark.ts'

type Element = Parameters<typeof reconcileElements>[0][number]
type Api = Parameters<NonNullable<ComponentProps<typeof Excalidraw>['excalidrawAPI']>>[0]

type Order = { index: string | null; id: string }
const byOrder = (a: Order, b: Order): number => {
  const [one, other] = [a.index ?? '', b.index ?? '']
  return one === other ? (a.id < b.id ? -1 : 1) : one < other ? -1 : 1
}

/** What the contract names is an element of Excalidraw. */
const asElements = (elements: readonly DrawnElement[]) => elements as unknown as Element[]

/** Returns elements as a scene has them. Sorted first: restoring would give a new order to those that are not in order. */
const restored = (elements: readonly DrawnElement[]) => restoreElements(asElements(elements.toSorted(byOrder)), null)

/** Puts what others drew into the drawing; what is being drawn here stays. */
function takeInto(api: Api, elements: readonly BoardElement[]): void {
  const local = api.getSceneElementsIncludingDeleted()
  const here = new Map(local.map((one) => [one.id, one]))
  const drawn: DrawnElement[] = []
  const erased: Element[] = []
  for (const element of elements) {
    const own = here.get(element.id)
    if (own && formOf(own) === formOf(element)) continue
    if (!element.isDeleted) drawn.push(element)
    else if (own) erased.push({ ...own, ...element })
  }
  if (drawn.length === 0 && erased.length === 0) return
  const remote = [...restored(drawn), ...erased] as unknown as Parameters<typeof reconcileElements>[1] // they are from elsewhere, which their brand says
  const all = reconcileElements(local, remote, api.getAppState())
  api.updateScene({ elements: all, captureUpdate: CaptureUpdateAction.NEVER })
}

/** Longest side of a picture in pixels, and how much larger than on the screen it may be. */
const longestSide = 4000
const mostScale = 2

/** Makes a picture (PNG) of elements, dark on white. */
export function pictureOf(elements: readonly DrawnElement[]): Promise<Blob> {
  return exportToBlob({
    elements: restored(elements).filter(({ isDeleted }) => !isDeleted),
    files: null,
    mimeType: 'image/png',
    exportPadding: 24,
    appState: { exportBackground: true, viewBackgroundColor: '#ffffff', exportWithDarkMode: false },
    getDimensions(width: number, height: number) {
      const scale = Math.min(mostScale, longestSide / Math.max(width, height))
      return { width: width * scale, height: height * scale, scale }
    },
  })
}

export type DrawingProps = {
  /** whether the user draws, or looks */
  mayDraw: boolean
  name: string
  onReady: (scene: Scene) => void
  onChange: (elements: readonly SceneElement[]) => void
  /** the user leaves the drawing with the keyboard */
  onEscape: () => void
}

/** Milliseconds after a change of others in which those who look see all of it. */
const fitMs = 250

/** Font of texts until the user chooses another: Excalidraw's default. */
const firstFont = 'Excalifont'

/** Excalidraw, with what loads or leads elsewhere left out. Loaded when a whiteboard is opened. */
export function Drawing({ mayDraw, name, onReady, onChange, onEscape }: DrawingProps) {
  const { t, i18n } = useLingui()
  const dark = useDark()
  const [api, setApi] = useState<Api | null>(null)
  /** before its first change Excalidraw has not begun, and would empty what it is given */
  const [ready, setReady] = useState(false)
  /** those who look see everything until they move it themselves */
  const follows = useRef(true)
  const fitting = useRef<ReturnType<typeof setTimeout>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the drawing is there
  useEffect(() => {
    if (!api || !ready) return
    const showAll = () => {
      clearTimeout(fitting.current)
      fitting.current = setTimeout(() => {
        if (follows.current) api.scrollToContent(undefined, { fitToContent: true, animate: false })
      }, fitMs)
    }
    onReady({
      elements: api.getSceneElementsIncludingDeleted,
      isNothing: (element) => isInvisiblySmallElement(element as Element), // of this scene
      take(elements) {
        takeInto(api, elements)
        showAll()
      },
      remove(ids) {
        const elements = api.getSceneElementsIncludingDeleted().filter(({ id }) => !ids.has(id))
        api.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER })
      },
    })
    return () => clearTimeout(fitting.current)
  }, [api, ready])
  useEffect(() => {
    if (mayDraw) follows.current = false
  }, [mayDraw])

  // a text that is finished before its font is there would be measured in another one, and cut for everyone
  useEffect(() => {
    if (api && mayDraw) void document.fonts.load(`20px ${firstFont}`)
  }, [api, mayDraw])

  const frame = useRef<HTMLDivElement>(null)
  // it takes the focus as a whole, and has neither role nor name
  useEffect(() => {
    const focusable = api && frame.current?.querySelector('.excalidraw')
    focusable?.setAttribute('role', 'group')
    focusable?.setAttribute('aria-label', t`Whiteboard`)
  }, [api, t])

  /** the last key was an Escape that was Excalidraw's */
  const escaped = useRef(false)

  /** Escape leaves the drawing when there is nothing left that it ends, or when it has just been pressed before. */
  function leave(event: KeyboardEvent): void {
    const again = escaped.current
    escaped.current = false
    if (event.key !== 'Escape' || !api) return
    const state = api.getAppState()
    const isBusy =
      state.activeTool.type !== 'selection' ||
      state.editingTextElement !== null ||
      state.editingLinearElement !== null ||
      state.newElement !== null ||
      state.openDialog !== null ||
      state.openMenu !== null ||
      state.openPopup !== null ||
      state.openSidebar !== null ||
      state.contextMenu !== null
    if (mayDraw && isBusy && !again) {
      escaped.current = true
      return
    }
    event.stopPropagation()
    onEscape()
  }

  return (
    <div
      ref={frame}
      className={cx('live-drawing absolute inset-0', !mayDraw && 'looks-only')}
      onKeyDownCapture={leave}
      onPointerDownCapture={() => {
        escaped.current = false
        follows.current = false
      }}
      onWheelCapture={() => {
        follows.current = false
      }}
      // a file would replace everything
      onDropCapture={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <Excalidraw
        excalidrawAPI={setApi}
        onChange={(elements) => {
          setReady(true)
          onChange(elements)
        }}
        isCollaborating
        viewModeEnabled={!mayDraw}
        theme={dark ? 'dark' : 'light'}
        langCode={i18n.locale === 'hi' ? 'hi-IN' : 'en'}
        name={isolate(name)}
        handleKeyboardGlobally={false}
        autoFocus={false}
        aiEnabled={false}
        validateEmbeddable={false}
        UIOptions={{
          canvasActions: {
            changeViewBackgroundColor: false,
            clearCanvas: false,
            export: false,
            loadScene: false,
            saveToActiveFile: false,
            saveAsImage: false,
            toggleTheme: false,
          },
          tools: { image: false },
        }}
      />
    </div>
  )
}
