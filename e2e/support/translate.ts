import type { Page } from '@playwright/test'

/**
 * Does to every document of a page what the translator of Chrome does, without another language: each text node gives way to elements of
 * its own with the text in them, at once and whenever text is added or changed. What React holds is out of the document then.
 * @param when `parsed`: before React takes the document over; `interactive`: after it, as usual
 */
export async function translateDocuments(page: Page, when: 'parsed' | 'interactive'): Promise<void> {
  await page.addInitScript((early) => {
    const skipped = 'script, style, noscript, textarea, option, [translate=no], font'
    const replace = (text: Text): void => {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(skipped)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
    const translate = (root: Node): void => {
      const texts: Text[] = root instanceof Text ? [root] : []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode as Text) // the walker shows nothing else
      texts.forEach(replace)
    }
    const start = (): void => {
      document.documentElement.classList.add('translated-ltr')
      translate(document.body)
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          if (target instanceof Text) replace(target)
          for (const node of addedNodes) translate(node)
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true })
    }
    const wait = (): void => {
      if (early || 'hydrated' in document.documentElement.dataset) start()
      else setTimeout(wait, 20)
    }
    document.addEventListener('DOMContentLoaded', wait)
  }, when === 'parsed')
}
