import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

const ibmSource = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace-window.js'),
  'utf8',
)

/** What IBM's engine finds and is right not to be changed, each with the reason. */
const acceptedByRule: Record<string, string> = {
  // ARIA 1.3 has it; who does not know it reads the same without
  aria_attribute_allowed: 'aria-description',
  // names that only screen readers get are names: the engine counts visible text alone
  fieldset_legend_valid: '<fieldset',
  aria_complementary_label_visible: '<aside',
  aria_accessiblename_exists: '<th',
  // what scrolls must be reached with the keyboard, as axe wants it
  element_tabbable_role_valid: 'tabindex="0"',
  // closed sheets have the theme and the filters of the page once more
  fieldset_label_valid: 'has a duplicate name to another group',
  // the button of the ChatBot floats over all landmarks
  aria_content_in_landmark: 'chat-button',
}

type Found = { ruleId: string; value: [string, string]; message: string; snippet: string }

/** Definite findings of IBM's accessibility engine about what a page shows. */
export async function findByIbm(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace' in globalThis))) await page.evaluate(ibmSource)
  const found = await page.evaluate(async () => {
    // defined by the source above
    const { ace } = globalThis as unknown as { ace: { Checker: new () => { check: (...args: unknown[]) => unknown } } }
    const { results } = (await new ace.Checker().check(document, ['WCAG_2_2'])) as { results: Found[] } // its documented report
    // a rule that throws, as on the value of some fields, says nothing of the page
    return results.filter(({ value, message }) => value[1] === 'FAIL' && !message.startsWith('RULE EXCEPTION'))
  })
  return found
    .filter(({ ruleId, snippet, message }) => !`${snippet} ${message}`.includes(acceptedByRule[ruleId] ?? '\0'))
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet.slice(0, 160)}`)
}

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // how React writes attributes and elements; parsers read both the same
    'attr-case': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    // the policy allows style attributes, which cannot run anything: widths of bars and stars
    'no-inline-style': 'off',
    // an own bar says "3 of 8 lectures", which a native one cannot
    'prefer-native-element': ['error', { exclude: ['progressbar'] }],
    // checkboxes of one question share their name, and buttons of one form
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit'] }],
    'no-implicit-input-type': 'off',
    // names of courses are as long as educators make them
    'long-title': 'off',
    // the button comes with the first change
    'wcag/h32': 'off',
  },
})

/** Findings of html-validate about the document that the server sends, which parsers repair in silence. */
async function findByValidator(page: Page): Promise<string[]> {
  const answer = await page.request.get(page.url(), { headers: { accept: 'text/html' } })
  if (!answer.headers()['content-type']?.startsWith('text/html')) return []
  const { results } = await validator.validateString(await answer.text())
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

/** Tests that walk through the pages: each page is judged in the state in which one of them meets it first, whatever runs beside it. */
const walks =
  /(pages|public-pages|login|storefront|components|studio|admin|learning|invoices|profile|wishlist|purchases|money)\.spec\.ts$/
const judged = new Set<string>()

/** The test and the kind of page that it looks at: its address without ids. */
export const kindOf = (page: Page): string =>
  `${test.info().testId} ${new URL(page.url()).pathname.replace(/[0-9a-f]{24}/g, 'id')}`

/** Asks two more judges about a page, once for each page and walk: they look for other faults than axe. */
export async function expectJudged(page: Page): Promise<void> {
  const kind = kindOf(page)
  const { file } = test.info()
  if (!walks.test(file) || judged.has(kind)) return
  // an open dialog hides the page, whose controls the overlay library keeps from the keyboard in a way of its own
  if ((await page.locator('dialog[open], [role=dialog], [role=alertdialog], [role=menu]').count()) > 0) return
  judged.add(kind)
  expect([...(await findByIbm(page)), ...(await findByValidator(page))]).toEqual([])
}
