import type { Page } from '@playwright/test'

/** Latin words that Hindi pages have: names of products, formats and codes, as Indian apps write them. */
const allowed =
  /^(AI|ML|UI|UX|API|APIs|IFSC|GST|GSTIN|SAC|CGST|SGST|IGST|UTGST|PDF|CSV|ICS|GIFT|MP4|MOV|WebM|WebVTT|VTT|SRT|SubRip|JPEG|PNG|WebP|AVIF|GIF|ZIP|GB|MB|kB|KB|UPI|URL|OTP|HTML|HTTP|HTTPS|SMTP|CIN|LLPIN|TUS|ffmpeg|Google|Razorpay|Chrome|Firefox|Safari|Edge|Chromium|Linux|Wi|Fi|WiFi|MERN|React|Node|js|npm|Alt|Ctrl|Enter|Shift|Esc|Tab|IST|am|pm|Virtual|Courses|DELETE|SBIN|PUBLIC|vtt|srt|iOS|en|hi|Windows|macOS|Android|Anthropic|OpenAI|Gemini|Ollama|English|Markdown|http|https|reactjs|react|python|data|science|statistics)$/

/** Returns the Latin words that a page shows, or says to screen readers. */
const latinWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const note = (text: string, where: string): void => {
      // numbers of certificates are letters, too, and so are addresses of people
      for (const [word] of text
        .replace(/\b[0-9A-Z]{4}(-[0-9A-Z]{4}){3}\b|\S+@\S+/g, '')
        .matchAll(/(?<![\p{L}\p{N}@._/:-])[A-Za-z]{2,}(?![\p{L}\p{N}@/])/gu))
        found.push(`${word}\t${where}`)
    }
    const skipped = 'script, style, noscript, code, [translate=no], [lang=en]'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (!node.parentElement?.closest(skipped)) note(text, text.trim().slice(0, 80))
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest(skipped)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name)
        if (text) note(text, `${name}: ${text.slice(0, 80)}`)
      }
    }
    return found
  })

/**
 * Returns the controls whose text is cut off or runs out of their box: buttons, tabs, badges, heads of tables. A text that ends in three dots
 * by design is not among them.
 */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls =
      'button, [role=tab], [role=menuitem], th, label, summary, nav a, header a, a[class*=min-h], [class*=badge]'
    return [...document.body.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      const text = element.innerText?.trim() ?? ''
      const box = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      if (text === '' || box.width <= 1 || box.height <= 1 || style.display === 'inline') return []
      if (element.closest('.sr-only, [hidden]') || style.textOverflow === 'ellipsis') return []
      const range = document.createRange()
      range.selectNodeContents(element)
      const scrolls = element.closest('[class*=overflow-x-auto], [class*=overflow-auto]')
      const out = [...range.getClientRects()].some(
        (part) =>
          part.width > 1 &&
          part.height > 1 &&
          (part.left < box.left - 1.5 ||
            part.right > box.right + 1.5 ||
            part.top < box.top - 4 ||
            part.bottom > box.bottom + 4),
      )
      const clipped = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      const beyond = !scrolls && (box.right > innerWidth + 1 || box.left < -1)
      const hidden = element.querySelector('[class*=sr-only], [class*=absolute]') !== null
      return (out && !hidden) || clipped || beyond
        ? [`cut: ${text.slice(0, 60)} (${element.tagName} ${element.className.toString().slice(0, 60)})`]
        : []
    })
  })

/** Returns the headings whose letters or lines are as close as those of Latin ones. */
const tightHeadings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is(h1, h2, h3, h4):lang(hi)')].flatMap((heading) => {
      const { letterSpacing, lineHeight, fontSize } = getComputedStyle(heading)
      const close =
        Number.parseFloat(letterSpacing) < 0 || Number.parseFloat(lineHeight) < 1.3 * Number.parseFloat(fontSize)
      return close
        ? [`tight: ${heading.textContent?.slice(0, 60)} (${letterSpacing}, ${lineHeight} of ${fontSize})`]
        : []
    }),
  )

/** Returns the controls of a page whose text is cut, and headings that are too tight. */
export const badlySet = async (page: Page): Promise<string[]> => [
  ...(await cutTexts(page)),
  ...(await tightHeadings(page)),
]

/** Returns what a page of a reader of Hindi still says in Latin words that Hindi does not have, the controls whose text is cut, and tight headings. */
export async function notInHindi(page: Page): Promise<string[]> {
  const words = await latinWords(page)
  return [...(await badlySet(page)), ...words.filter((one) => !allowed.test(one.split('\t')[0] ?? ''))]
}
