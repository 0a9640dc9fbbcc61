import type { Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Rule, tagOf } from './web-sources.ts'

/** Fields with texts that people write, in any language. */
const written =
  /^(title|subTitle|description|lectureTitle|courseTitle|comment|reply|message|creatorName|userName|reporterName|educatorName|name|bio)$/

/** Whose `name` is a person's; others are our own words. */
const person =
  /(^|[.])(user|viewer|buyer|creator|educator|instructor|reporter|participant|person|author|review[.]user)$/

/** Whose `title` or `description` is written by people. */
const work =
  /(^|[.])(course|bundle|lecture|one|order|section|chapter|row|next|teaser|payout|sale|creator|educator|instructor|user|viewer|profile)$/

/** Whether an expression is a text that people wrote. */
export function isWritten(node: Node, text: string): boolean {
  if (!is.isPropertyAccessExpression(node) || !written.test(node.name.text)) return false
  const owner = node.expression.getText().replaceAll('?', '')
  if (node.name.text === 'name') return person.test(owner)
  if (/^(title|description|message)$/.test(node.name.text)) return work.test(owner)
  return text !== ''
}

/**
 * Finds elements that show a text people wrote without its direction. `writtenIn` gives the attributes, `<bdi>` has a direction of its own.
 */
export const foreignText: Rule = (file) => {
  const found: { node: Node; problem: string }[] = []
  function visit(node: Node): void {
    if (is.isJsxElement(node)) {
      const tag = tagOf(node.openingElement, file)
      const shown = node.children.filter((child) => !is.isJsxText(child) || child.text.trim() !== '')
      const [only] = shown
      const isShown = shown.length === 1 && only && is.isJsxExpression(only) && only.expression !== undefined
      const attributes = node.openingElement.attributes.getText(file)
      if (
        isShown &&
        only.expression &&
        isWritten(only.expression, attributes || tag) &&
        /^[a-z]/.test(tag) &&
        !/^(bdi|title|option)$/.test(tag) &&
        !/\bwrittenIn\(|\bdir=/.test(attributes)
      ) {
        found.push({
          node,
          problem:
            'a text that people wrote, without its direction: spread writtenIn(…) of lib/written-in.ts on its element',
        })
      }
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}
