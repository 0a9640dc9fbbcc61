import type { Page } from '@playwright/test'

/**
 * Returns what a person would meet on the screen as it is: controls that something covers or that overlap, targets below 24 px, text that is
 * cut without an ellipsis, squeezed or over other text, and sideways scrolling. Where a popup is open, it looks at the popup alone.
 */
export const findFaults = async (page: Page): Promise<string[]> => (await lookAround(page)).faults

/** The same, with the number of controls that were tried. */
export const lookAround = (page: Page): Promise<{ faults: string[]; controls: number }> => page.evaluate(judge)

/** Runs in the page. */
async function judge(): Promise<{ faults: string[]; controls: number }> {
  const smallest = 24
  const interactive =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=menuitemradio], [role=slider], [role=combobox]'
  type Box = { left: number; right: number; top: number; bottom: number }
  const faults: string[] = []

  const call = (element: Element): string => {
    const said = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
    const label = said || element.getAttribute('name') || element.getAttribute('placeholder') || element.className
    return `<${element.tagName.toLowerCase()}> "${String(label).replace(/\s+/g, ' ').slice(0, 50)}"`
  }
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
    )
  }
  const popups = document.querySelectorAll('dialog[open], [role=dialog], [role=alertdialog], [role=menu]')
  const root = [...popups].filter(isShown).at(-1) ?? document.body
  // toasts go by themselves, and find a free place where there is one; tooltips go with the pointer, which may rest on any control
  const passing = '[aria-hidden=true], [data-passing], [role=tooltip]'

  /** The layer that moves as one: what stays at its place while the page scrolls, or the page. */
  const layers = new Map<Element, Element>()
  const layerOf = (element: Element): Element => {
    const known = layers.get(element)
    if (known) return known
    const own = /fixed|sticky/.test(getComputedStyle(element).position)
    const layer = own || !element.parentElement ? element : layerOf(element.parentElement)
    layers.set(element, layer)
    return layer
  }
  const intersection = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const widthOf = ({ left, right }: Box): number => Math.max(0, right - left)
  const heightOf = ({ top, bottom }: Box): number => Math.max(0, bottom - top)
  const areaOf = (box: Box): number => widthOf(box) * heightOf(box)
  const clipOf = (element: Element, box: Box): Box => {
    let clipped = box
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow !== 'visible') clipped = intersection(clipped, at.getBoundingClientRect())
      if (getComputedStyle(at).position === 'fixed') break
    }
    return clipped
  }

  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wide > 0) faults.push(`scrolls sideways by ${wide} px`)

  // controls
  const labelsOf = (element: Element): Element[] => [...((element as HTMLInputElement).labels ?? [])]
  const controls = [...root.querySelectorAll(interactive)].filter((element) => {
    if (element.closest(passing) || element.closest('[inert]')) return false
    if (!isShown(element) && !labelsOf(element).some(isShown)) return false
    const { clipPath, clip } = getComputedStyle(element)
    const hidden = clipPath === 'inset(50%)' || clip === 'rect(0px, 0px, 0px, 0px)'
    return !hidden || labelsOf(element).some(isShown)
  })
  /** What is pressed: the control, or the label of one that is drawn by its label. */
  const targetOf = (element: Element): Element => {
    const bare = getComputedStyle(element)
    const drawn = isShown(element) && bare.opacity !== '0' && bare.clipPath !== 'inset(50%)'
    return drawn ? element : (labelsOf(element).find(isShown) ?? element)
  }
  const boxes = controls.map((element) => {
    const target = targetOf(element)
    return {
      element,
      target,
      layer: layerOf(target),
      rects: [...target.getClientRects()].map((box) => clipOf(target, box)),
    }
  })
  const same = (one: Element, other: Element): boolean =>
    one.contains(other) || other.contains(one) || labelsOf(one).includes(other) || labelsOf(other).includes(one)
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      if (one.layer !== other.layer || same(one.element, other.element) || same(one.target, other.target)) continue
      for (const a of one.rects)
        for (const b of other.rects) {
          const shared = intersection(a, b)
          // one that lies on another, as the heart on a picture or the eye in a field: whether both can be pressed is asked below
          const within = areaOf(shared) > Math.min(areaOf(a), areaOf(b)) * 0.98
          if (widthOf(shared) > 1 && heightOf(shared) > 1 && !within)
            faults.push(`${call(one.element)} overlaps ${call(other.element)}`)
        }
    }

  const inText = (element: Element): boolean => {
    if (getComputedStyle(element).display !== 'inline') return false
    const rest = (element.parentElement?.textContent ?? '').replace(element.textContent ?? '', '')
    return /[\p{L}\p{N}]{2}/u.test(rest)
  }
  /** A link whose box is laid over the card that it is in. */
  const isStretched = (element: Element): boolean => getComputedStyle(element, '::after').position === 'absolute'
  for (const { element, target } of boxes) {
    if (inText(target) || isStretched(target)) continue
    const all = [element, target, ...labelsOf(element)].filter(isShown).map((one) => one.getBoundingClientRect())
    const width = Math.max(...all.map((box) => box.width))
    const height = Math.max(...all.map((box) => box.height))
    if (width < smallest - 0.5 || height < smallest - 0.5)
      faults.push(`${call(element)} is ${Math.round(width)} x ${Math.round(height)} px`)
  }

  // text
  const range = document.createRange()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  type Line = { text: string; box: Box; block: Element; layer: Element }
  const lines: Line[] = []
  const blockOf = (element: Element): Element => {
    let at = element
    while (at.parentElement && /^(inline|contents)$/.test(getComputedStyle(at).display)) at = at.parentElement
    return at
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const element = node.parentElement
    if (
      !text ||
      !element ||
      element.closest(`${passing}, script, style, noscript, svg, option, video, [inert], iframe`)
    )
      continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    if (rects.length === 0) continue
    let clipped: string | null = null
    let box: Box = range.getBoundingClientRect()
    let clamped = false
    let unseen = false
    for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.clipPath === 'inset(50%)' || style.clip === 'rect(0px, 0px, 0px, 0px)') unseen = true
      if (style.overflow !== 'visible' && at !== document.body) {
        const edge = at.getBoundingClientRect()
        if (edge.width <= 1 || edge.height <= 1) unseen = true
        const scrollsX = /auto|scroll/.test(style.overflowX)
        const scrollsY = /auto|scroll/.test(style.overflowY)
        const ellipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        clamped ||= ellipsis
        const x = Math.max(edge.left - box.left, box.right - edge.right)
        const y = Math.max(edge.top - box.top, box.bottom - edge.bottom)
        if (!clamped && ((x > 2 && !scrollsX) || (y > 4 && !scrollsY)))
          clipped ??= `cut by ${Math.round(Math.max(x, y))} px in ${call(at)}`
        box = intersection(box, edge)
      }
      if (style.position === 'fixed') break
    }
    if (unseen) continue
    const ground = document.documentElement
    if (box.right > ground.clientWidth + 1 || box.left < -1) clipped ??= 'cut at the edge of the window'
    if (clipped) faults.push(`text "${text.slice(0, 50)}" is ${clipped}`)
    const rows = new Set(rects.map(({ top }) => Math.round(top))).size
    if (rows >= 4 && text.length / rows < 6) faults.push(`text "${text.slice(0, 50)}" is squeezed into ${rows} lines`)
    const block = blockOf(element)
    for (const rect of rects) lines.push({ text, box: intersection(rect, box), block, layer: layerOf(element) })
  }
  for (const [at, one] of lines.entries())
    for (const other of lines.slice(at + 1)) {
      if (one.layer !== other.layer || one.block.contains(other.block) || other.block.contains(one.block)) continue
      const shared = intersection(one.box, other.box)
      const height = Math.min(heightOf(one.box), heightOf(other.box))
      if (widthOf(shared) > 4 && heightOf(shared) > height * 0.35 && height > 4)
        faults.push(`text "${one.text.slice(0, 40)}" lies over "${other.text.slice(0, 40)}"`)
    }

  // what fields say
  const pen = document.createElement('canvas').getContext('2d')
  for (const { element } of boxes) {
    const field = element as HTMLInputElement & HTMLSelectElement
    const list = element.tagName === 'SELECT'
    if (!pen || !isShown(element) || (!list && !(element.tagName === 'INPUT' && field.value === ''))) continue
    const style = getComputedStyle(element)
    if (style.opacity === '0' || style.textOverflow === 'ellipsis') continue
    const shown = list ? (field.selectedOptions[0]?.textContent ?? '') : field.placeholder
    pen.font = style.font
    const room = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const cut = pen.measureText(shown).width - room
    if (cut > 2) faults.push(`${call(element)} shows "${shown}" cut by ${Math.round(cut)} px`)
  }

  // what covers a control
  const frames = (count: number): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => (count > 1 ? resolve(frames(count - 1)) : resolve())))
  const coverHere = (element: Element, target: Element): string | null => {
    const [box] = target.getClientRects()
    if (!box) return null
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const hit = document.elementFromPoint(x, y)
    if (!hit) return `cannot be scrolled to (${Math.round(x)}, ${Math.round(y)})`
    const own = [element, target, ...labelsOf(element)].some((one) => one.contains(hit))
    // the part of a label that belongs to it
    return own || hit.closest('label')?.contains(element) || hit.closest(passing) ? null : `is covered by ${call(hit)}`
  }
  const cover = (element: Element, target: Element, block: ScrollLogicalPosition): string | null => {
    target.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' })
    return coverHere(element, target)
  }
  /** Resolves when what follows the scrolling is done. */
  const settle = async (): Promise<void> => {
    await frames(2)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const isAway = (target: Element): boolean =>
    getComputedStyle(target).pointerEvents === 'none' || target.closest('[data-away]') !== null
  /** Whether a control scrolls inside of its layer, as in a sheet. */
  const scrollsIn = (layer: Element, target: Element): boolean => {
    const scrolls = /auto|scroll/.test(getComputedStyle(target).overflowY) && target.scrollHeight > target.clientHeight
    return scrolls || (target !== layer && target.parentElement !== null && scrollsIn(layer, target.parentElement))
  }
  // what stays at its place while the page scrolls, before anyone has scrolled
  for (const { element, target, layer, rects } of boxes) {
    const [seen, box] = [rects[0], target.getClientRects()[0]]
    const { position, top } = getComputedStyle(layer)
    if (!/fixed|sticky/.test(position) || isAway(target) || !seen || !box) continue
    // the end of what it stands in has pushed it on: it scrolls with the page
    if (position === 'sticky' && layer.getBoundingClientRect().top < Number.parseFloat(top) - 1) continue
    if (scrollsIn(layer, target)) continue
    const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
    if (areaOf(intersection(seen, screen)) < areaOf(box) * 0.98) continue
    if (coverHere(element, target) === null) continue
    await settle()
    const covered = isAway(target) ? null : coverHere(element, target)
    if (covered !== null) faults.push(`${call(element)} ${covered}`)
  }
  const place = [window.scrollX, window.scrollY] as const
  for (const { element, target } of boxes) {
    // what has left the screen comes back with the focus
    if (isAway(target)) continue
    if (cover(element, target, 'nearest') === null) continue
    await settle()
    if (target.closest('[data-away]')) continue
    // of what is higher than the room between the bars, one end is in view: a person scrolls on
    const high = target.getBoundingClientRect().height > window.innerHeight / 3
    const still = cover(element, target, high ? 'center' : 'nearest')
    if (still !== null) faults.push(`${call(element)} ${still}`)
  }
  window.scrollTo({ left: place[0], top: place[1], behavior: 'instant' })
  return { faults: [...new Set(faults)], controls: boxes.length }
}

/** Begins to note how far the documents of this page jump by themselves, see {@link jumpsOf}. */
export const watchJumps = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const jumps: string[] = []
    Object.assign(window, { jumps, jumped: 0 })
    new PerformanceObserver((list) => {
      // the type is not in the DOM's library yet
      for (const shift of list.getEntries() as unknown as {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }[]) {
        if (shift.hadRecentInput) continue
        const state = window as unknown as { jumped: number }
        state.jumped += shift.value
        const [moved] = shift.sources
        const what = moved?.node instanceof Element ? moved.node : moved?.node?.parentElement
        const from = moved && `${Math.round(moved.previousRect.y)} to ${Math.round(moved.currentRect.y)}`
        jumps.push(`${shift.value.toFixed(4)} ${what?.tagName} "${what?.textContent?.slice(0, 40)}" ${from}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Returns what made the document jump by more than a hundredth of the screen; nothing where it did not. */
export const jumpsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { jumps, jumped } = window as unknown as { jumps: string[]; jumped: number }
    return jumped > 0.01 ? jumps.map((jump) => `jumps: ${jump}`) : []
  })
