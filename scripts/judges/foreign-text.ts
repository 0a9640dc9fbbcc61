import type { Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Checker, TypeFlags } from 'typescript/unstable/sync'
import { partsOf, type Rule, tagOf } from './sources.ts'

/** Fields with texts that people write, in any language. */
const written =
  /^(title|subTitle|description|lectureTitle|courseTitle|comment|reply|message|creatorName|userName|reporterName|educatorName|name|bio)$/

/** Whose `name` is a person's; others are our own words. */
const person =
  /(^|[.])(user|viewer|buyer|creator|educator|instructor|reporter|participant|person|author|student|payout|file|attachment)$/

/** Whose `title` or `description` is written by people. */
const work =
  /(^|[.])(course|bundle|lecture|one|order|section|chapter|row|next|teaser|payout|sale|creator|educator|instructor|user|viewer|profile)$/

/** Names of variables and fields that hold what people write, wherever they come from. */
const unmistakable =
  /^(subTitle|lectureTitle|courseTitle|sectionTitle|creatorName|userName|reporterName|educatorName|fileName|filename|siteName|comment|bio)$/

/** Whether an expression is a text that people wrote. */
export function isWritten(node: Node, text: string): boolean {
  if (is.isIdentifier(node)) return unmistakable.test(node.text)
  if (!is.isPropertyAccessExpression(node) || !written.test(node.name.text)) return false
  const owner = node.expression.getText().replaceAll('?', '')
  if (node.name.text === 'name') return person.test(owner)
  if (/^(title|description|message)$/.test(node.name.text)) return work.test(owner)
  return text !== ''
}

/** Names that hold such a text or words of our own, which have types of their own: unions of literals. */
const ambiguous = /^(name|title|reason|student|educator|course|lecture|bundle)$/

/** What isolates the texts that it is given, or makes no sentence of them: pages of the server have elements for that. */
const calming = /^(isolate|inSentence|behind|escapeHtml|encodeURIComponent)$/

/** Whether an expression gives a text that people wrote, for a template: names say so, and types where a name may be our own word. */
function isGiven(node: Node, checker: Checker): boolean {
  if (is.isParenthesizedExpression(node)) return isGiven(node.expression, checker)
  // a ?? 'the bundle', a || b
  if (is.isBinaryExpression(node)) return isGiven(node.left, checker) || isGiven(node.right, checker)
  if (is.isConditionalExpression(node)) return isGiven(node.whenTrue, checker) || isGiven(node.whenFalse, checker)
  if (is.isCallExpression(node)) {
    const { expression: called } = node
    // title.slice(0, 60), title.trim()
    if (is.isPropertyAccessExpression(called))
      return /^(slice|trim|replace|replaceAll)$/.test(called.name.text) && isGiven(called.expression, checker)
    // oneLine(title), titleOfFile(file.name)
    return !calming.test(called.getText()) && node.arguments.some((one) => isGiven(one, checker))
  }
  const name = is.isIdentifier(node) ? node.text : is.isPropertyAccessExpression(node) ? node.name.text : ''
  if (/^(query[.]text|\w+[.]reply[.]text)$/.test(node.getText())) return true
  if (unmistakable.test(name)) return true
  return (
    ambiguous.test(name) &&
    partsOf(checker.getTypeAtLocation(node)).some((one) => (one.flags & (TypeFlags.String | TypeFlags.Any)) !== 0)
  )
}

/** Attributes that no one reads. */
const unread = /^(key|id|htmlFor|className|to|href|src|action|name|value|defaultValue)$/

/** Our own words under such names, and texts that are kept or read by programs: the end of the file's path, and the expression. */
const ours = [
  ['layout/pagination.tsx', 'name'],
  ['accounts/session-list.tsx', 'name'],
  ['dashboard/chart-card.tsx', 'title'],
  ['notifications/notification-settings.tsx', 'title'],
  ['notifications/unsubscribe-form.tsx', 'notificationSubjects[subject].title'],
  ['notifications/mails/send-mails.ts', 'title'],
  ['codes/mails.ts', 'title'],
  // the title of a copy is a title again
  ['courses/rules.ts', 'title'],
  // ids, in findings
  ['ledger/check-rules.ts', 'educator'],
  ['ledger/check-rules.ts', 'course'],
  // tags of captions
  ['captions/cue-text.ts', 'tag.name'],
  // the name of a class of errors
  ['admin/rules.ts', 'name'],
] as const

const unisolated =
  'a text that people wrote, inside of a sentence: isolate(…) of the contract around it, or <bdi> where it is markup of its own'

/** Texts that a template has of its own: its pieces, and literals that one of its conditions chooses. */
const ownTexts = (node: Node): string[] => {
  if (is.isStringLiteral(node)) return [node.text]
  if (is.isConditionalExpression(node)) return [...ownTexts(node.whenTrue), ...ownTexts(node.whenFalse)]
  return []
}

/** Starts of addresses, and what programs read. */
const isForPrograms = (texts: readonly string[]): boolean =>
  /^[/?&]/.test(texts[0] ?? '') || texts.some((text) => /=$|:\/\/|filename="/.test(text))

/** Finds templates that put a text people wrote into a sentence: letters, or marks that its direction could turn. */
export const unisolatedText: Rule = (file, checker) => {
  const found: { node: Node; problem: string }[] = []
  function visit(node: Node): void {
    if (is.isTaggedTemplateExpression(node)) return
    if (is.isJsxAttribute(node) && unread.test(node.name.getText(file))) return
    if (is.isTemplateExpression(node)) {
      const texts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
      const own = [...texts, ...node.templateSpans.flatMap((span) => ownTexts(span.expression))]
      if (own.some((text) => /[\p{L}\p{P}]/u.test(text)) && !isForPrograms(texts))
        for (const { expression } of node.templateSpans)
          if (
            isGiven(expression, checker) &&
            !ours.some(([path, text]) => file.fileName.endsWith(path) && text === expression.getText(file))
          )
            found.push({ node: expression, problem: unisolated })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** Whether attributes give an element a direction. */
const hasDirection = (attributes: string): boolean => /\bwrittenIn\(|\bdir=/.test(attributes)

const undirected =
  'a text that people wrote, without its direction: spread writtenIn(…) of lib/written-in.ts on an element of its own'

/**
 * Finds elements that show a text people wrote without its direction. `writtenIn` gives the attributes, `<bdi>` has a direction of its own.
 */
export const foreignText: Rule = (file) => {
  const found: { node: Node; problem: string }[] = []
  function visit(node: Node): void {
    if (is.isJsxAttribute(node) && /^PageHeader$/.test(tagOf(node.parent.parent, file)) && node.initializer) {
      const value = is.isJsxExpression(node.initializer) && node.initializer.expression
      if (value && isWritten(value, 'PageHeader')) found.push({ node, problem: undirected })
    }
    if (is.isJsxElement(node)) {
      const tag = tagOf(node.openingElement, file)
      const shown = node.children.filter((child) => !is.isJsxText(child) || child.text.trim() !== '')
      const [only] = shown
      if (shown.length > 1 && !/^(bdi|title)$/.test(tag))
        for (const child of shown)
          if (is.isJsxExpression(child) && child.expression && isWritten(child.expression, tag))
            found.push({ node: child, problem: unisolated })
      const isShown = shown.length === 1 && only && is.isJsxExpression(only) && only.expression !== undefined
      const attributes = node.openingElement.attributes.getText(file)
      if (
        isShown &&
        only.expression &&
        isWritten(only.expression, attributes || tag) &&
        /^([a-z]|Link$)/.test(tag) &&
        !/^(bdi|title|option)$/.test(tag) &&
        !hasDirection(attributes) &&
        !(tag === 'Link' && is.isJsxElement(node.parent) && hasDirection(node.parent.openingElement.getText(file)))
      ) {
        found.push({
          node,
          problem: undirected,
        })
      }
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}
