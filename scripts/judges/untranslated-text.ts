import type { Node, SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Rule, tagOf } from './sources.ts'

/** Attributes that people read or hear. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'confirmLabel',
  'hint',
  'label',
  'legend',
  'placeholder',
  'text',
  'title',
])
/** Components whose children are a message. */
const messages = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
/** What is the same in every language: formats, signs, units, names of programs, and of languages in themselves. */
const sameEverywhere = /^(?:[^\p{L}]|PDF|CSV|ICS|GSTIN|UPI|IFSC|GB|MB|kB|Google|English|HTML|IST|px|p|x)*$/u

const advice = 'a text that is no message: <Trans>, or t`…` of useLingui'

/** True where a text stands in a message of Lingui, however deep. */
function isSaid(node: Node, file: SourceFile): boolean {
  for (let one: Node | undefined = node.parent; one; one = one.parent) {
    if (is.isTaggedTemplateExpression(one)) return true
    if (is.isJsxElement(one) && messages.has(tagOf(one.openingElement, file))) return true
    if (is.isCallExpression(one)) return true
    if (is.isArrowFunction(one) || is.isFunctionDeclaration(one)) return false
  }
  return false
}

/** Finds texts of pages that are written in English outside of the messages: in elements, and in what is read of their attributes. */
export const untranslatedText: Rule = (file) => {
  const found: { node: Node; problem: string }[] = []
  const note = (node: Node, text: string): void => {
    if (!sameEverywhere.test(text) && !isSaid(node, file))
      found.push({ node, problem: `${advice}: ${text.trim().slice(0, 60)}` })
  }
  const strings = (node: Node): void => {
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) note(node, node.text)
    else if (is.isConditionalExpression(node)) {
      strings(node.whenTrue)
      strings(node.whenFalse)
    } else if (is.isBinaryExpression(node)) strings(node.right)
    else if (is.isParenthesizedExpression(node)) strings(node.expression)
    else if (is.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ')
      note(node, text)
    }
  }
  const visit = (node: Node): void => {
    if (is.isJsxText(node)) note(node, node.text)
    if (is.isJsxExpression(node) && node.expression && !is.isJsxAttribute(node.parent)) strings(node.expression)
    if (is.isJsxAttribute(node) && spoken.has(node.name.getText(file)) && node.initializer) {
      const value = node.initializer
      if (is.isStringLiteral(value)) note(value, value.text)
      else if (is.isJsxExpression(value) && value.expression) strings(value.expression)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}
