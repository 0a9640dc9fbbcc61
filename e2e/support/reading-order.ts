import type { CDPSession, Page } from '@playwright/test'

/** What a screen reader says of a control that has the focus, and where it stands in the document. */
type Stop = { role: string; name: string; tag: string; layer: string; box: Box; seen: boolean; reachable: boolean }
type Box = { left: number; right: number; top: number; bottom: number }

const mostStops = 200

/** Roles that say nothing of what can be done. */
const mute = new Set(['', 'none', 'generic', 'presentation', 'RootWebArea', 'paragraph', 'StaticText'])

/**
 * Walks a page from its beginning with the Tab key alone, and returns what a person who listens would miss: stops without role or name, a
 * focus that cannot be seen, and stops that come in another order than they stand in.
 */
export async function findLostStops(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    ;(document.activeElement as HTMLElement | null)?.blur() // what has the focus is an element of HTML
  })
  const stops: Stop[] = []
  for (let count = 0; count < mostStops; count++) {
    await page.keyboard.press('Tab')
    const stop = await readStop(page, browser)
    if (!stop) break
    // where the page itself has put the focus after a change of the page
    if (stop.reachable) stops.push(stop)
  }
  await browser.detach()
  const call = ({ role, name, tag }: Stop) => `${role || tag} "${name.slice(0, 50)}"`
  const lasting = stops.slice(-3).map(call).join(', ')
  const faults = stops.length === mostStops ? [`the end is never reached: ${lasting}`] : []
  if (stops.length === 0) faults.push('nothing can be reached')
  for (const [at, stop] of stops.entries()) {
    if (mute.has(stop.role)) faults.push(`${call(stop)} <${stop.tag}> has no role`)
    if (stop.name.trim() === '') faults.push(`${call(stop)} <${stop.tag}> has no name`)
    if (!stop.seen) faults.push(`${call(stop)} shows no focus`)
    const before = stops[at - 1]
    if (before && before.layer === stop.layer && standsBefore(stop.box, before.box))
      faults.push(`${call(stop)} follows ${call(before)}, and stands before it`)
  }
  return faults
}

/** Whether a box stands above another one of its column, or beside it in a row at the side where reading begins. */
function standsBefore(one: Box, other: Box): boolean {
  const shared = (from: 'left' | 'top', to: 'right' | 'bottom') =>
    Math.min(one[to], other[to]) - Math.max(one[from], other[from])
  const height = Math.min(one.bottom - one.top, other.bottom - other.top)
  const isSameRow = shared('top', 'bottom') > height / 2
  if (isSameRow) return one.right <= other.left + 1
  return one.bottom <= other.top + 1 && shared('left', 'right') > 4
}

/** Returns the control that has the focus; null past the end of the page. */
async function readStop(page: Page, browser: CDPSession): Promise<Stop | null> {
  const place = await page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return null
    // radio buttons and file fields are drawn by their labels
    const drawn = (one: Element): boolean => one.getBoundingClientRect().width > 1
    const label = [...((element as HTMLInputElement).labels ?? [])].find(drawn) // undefined for what has none
    const target = drawn(element) && getComputedStyle(element).opacity !== '0' ? element : (label ?? element)
    let layer = 'page'
    for (let at: Element | null = target; at && at !== document.body; at = at.parentElement) {
      const { position } = getComputedStyle(at)
      if (position === 'fixed' || position === 'sticky')
        layer = `${position} ${at.tagName} ${at.className}`.slice(0, 80)
    }
    const isStretched = getComputedStyle(target, '::after').position === 'absolute'
    const stretched =
      isStretched && target instanceof HTMLElement ? target.closest('article, li, [class*=relative]') : null
    const { left, right, top, bottom } = (stretched ?? target).getBoundingClientRect()
    // a card may show the focus of the link that lies over it
    const cards: Element[] = []
    for (let at: Element | null = target; at && cards.length < 8; at = at.parentElement) cards.push(at)
    const isOutlined = (style: CSSStyleDeclaration) =>
      style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
    const marks =
      // the parts of the browser's own controls show it themselves
      (element instanceof HTMLVideoElement && element.controls) ||
      (element instanceof HTMLInputElement &&
        /^(date|datetime-local|time)$/.test(element.type) &&
        !element.matches(':focus-visible')) ||
      [element, ...cards].some(
        (one) => isOutlined(getComputedStyle(one)) || isOutlined(getComputedStyle(one, '::after')),
      )
    // where it stands whatever has been scrolled to reach it
    let [x, y] = [0, 0]
    for (let at: Element | null = target.parentElement; at; at = at.parentElement) {
      x += at.scrollLeft
      y += at.scrollTop
    }
    return {
      tag: element.tagName.toLowerCase(),
      layer,
      box: { left: left + x, right: right + x, top: top + y, bottom: bottom + y },
      seen: marks && right > left && bottom > top,
      reachable: element.tabIndex >= 0,
    }
  })
  if (!place) return null
  const { result } = await browser.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await browser.send('Accessibility.getPartialAXTree', {
    ...(result.objectId && { objectId: result.objectId }),
    fetchRelatives: false,
  })
  return { ...place, role: String(nodes[0]?.role?.value ?? ''), name: String(nodes[0]?.name?.value ?? '') }
}

/** Begins to note what the live regions of this page's documents say, see {@link saidBy}. Regions must be there before they say something; alerts need not. */
export const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const regions = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log], output'
    const known = new WeakSet<Element>()
    const said = new Set<string>()
    Object.assign(globalThis, { said: () => [...said] })
    const learn = (root: ParentNode) => {
      for (const region of root.querySelectorAll(regions)) known.add(region)
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(regions)
        if (region && known.has(region)) said.add(region.textContent?.trim() ?? '')
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue
          const alerts = added.matches('[role=alert]') ? [added] : [...added.querySelectorAll('[role=alert]')]
          for (const alert of alerts) said.add(alert.textContent?.trim() ?? '')
        }
      }
      // those of this change count from the next one on
      learn(document)
    }).observe(document, { childList: true, characterData: true, subtree: true })
    document.addEventListener('DOMContentLoaded', () => learn(document))
  })

/** Returns what live regions of the document have said so far. */
export const saidBy = (page: Page): Promise<string[]> => page.evaluate('said()') // set by `listen`
