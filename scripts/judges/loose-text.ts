import { type JsxChild, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { partsOf, type Rule, tagOf } from './sources.ts'

/** What a child becomes in the document: a text node, an element, a prop that may be either, or text nodes of a list or component. */
type Piece = {
  kind: 'text' | 'element' | 'slot' | 'list'
  /** It can be left out while its neighbours stay. */
  comes: boolean
  /** Its text can become another. */
  changes: boolean
}

const nothing = TypeFlags.Nullable | TypeFlags.BooleanLike | TypeFlags.Void
const textual = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike

const isEmpty = (type: Type): boolean =>
  (type.flags & nothing) !== 0 || (type.isStringLiteralType() && type.value === '')
const isText = (type: Type): boolean => (type.flags & textual) !== 0 && !isEmpty(type)

/** Components whose children stand in the element around them. */
const leavesNoElement = /^((React[.])?(Fragment|Suspense|StrictMode)|\w+Context([.]Provider)?)$/

const ownElement = 'a translated page breaks here: give the text an element of its own'
const advice = {
  fragment: `text of a fragment; ${ownElement}`,
  beside: `text beside something that comes and goes; ${ownElement}`,
  texts: 'text that changes, in several pieces; a translated page keeps the old one: make it one template literal',
  changes: `text that changes beside something else; ${ownElement}`,
  list: `a list or component that gives bare text; ${ownElement}`,
  slot: `a prop that may be bare text beside others; ${ownElement}, or make its type Slot`,
  returned: `bare text from a component, or from what gives an element in another case; ${ownElement}`,
}

const unwrap = (node: Node): Node => (is.isParenthesizedExpression(node) ? unwrap(node.expression) : node)

/** Whether text of JSX is more than a line break between elements. */
const hasMeaning = (raw: string): boolean => raw.trim() !== '' || !raw.includes('\n')

/**
 * Finds where a translated page would break. Browser translators wrap each text node in elements of their own, while React still holds the
 * node and can neither remove it nor insert before it, unless it is the only child. So text beside something that comes and goes, and
 * changing text beside anything, needs its own element.
 */
export const looseText: Rule = (file: SourceFile, checker: Checker) => {
  const found: { node: Node; problem: string }[] = []

  const itemsOf = (type: Type): readonly Type[] =>
    type.isTypeReference() ? checker.getTypeArguments(type).flatMap(partsOf) : []

  function ofType(node: Node, comes: boolean): Piece[] {
    const parts = partsOf(checker.getTypeAtLocation(node))
    if (parts.some((one) => checker.isArrayLikeType(one) && itemsOf(one).some(isText))) {
      return [{ kind: 'list', comes: true, changes: true }]
    }
    const hasText = parts.some(isText)
    const hasElement = parts.some((one) => !isText(one) && !isEmpty(one) && !(one.flags & TypeFlags.Never))
    const may = comes || parts.some((one) => isEmpty(one) || checker.isArrayLikeType(one))
    if (hasText && hasElement) return [{ kind: 'slot', comes: may, changes: true }]
    if (hasElement) return [{ kind: 'element', comes: may, changes: false }]
    const fixed = parts.length === 1 && parts.every((one) => one.isLiteralType())
    return hasText ? [{ kind: 'text', comes: may, changes: !fixed }] : []
  }

  function ofExpression(node: Node, comes: boolean): Piece[] {
    if (is.isParenthesizedExpression(node)) return ofExpression(unwrap(node), comes)
    if (is.isJsxFragment(node)) return ofChildren(node.children, comes)
    if (is.isJsxElement(node)) return ofElement(node.openingElement, node.children, comes)
    if (is.isJsxSelfClosingElement(node)) return ofElement(node, [], comes)
    if (is.isConditionalExpression(node)) {
      const sides = [node.whenTrue, node.whenFalse].map((one) => unwrap(one))
      const [yes, no] = sides.map((one) => ofExpression(one, true))
      const both = [...(yes ?? []), ...(no ?? [])]
      // one text or another, or none, is one text node at most
      if (both.length > 0 && both.every(({ kind }) => kind === 'text') && !sides.some(is.isJsxFragment)) {
        const mayLeave = sides.some((one) => ofExpression(one, false).every((piece) => piece.comes))
        return [{ kind: 'text', comes: comes || mayLeave, changes: true }]
      }
      return both
    }
    if (is.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) {
      return ofExpression(node.right, true)
    }
    return ofType(node, comes)
  }

  function ofElement(opening: Node, children: readonly JsxChild[], comes: boolean): Piece[] {
    const tag = tagOf(opening, file)
    if (leavesNoElement.test(tag) && children.length > 0) return ofChildren(children, comes)
    if (/^[a-z]/.test(tag)) return [{ kind: 'element', comes, changes: false }]
    const signature = checker.getResolvedSignature(opening)
    const parts = signature ? partsOf(checker.getReturnTypeOfSignature(signature)) : []
    if (parts.length > 0 && parts.every(isEmpty)) return []
    const isAnything = parts.some((one) => one.flags & TypeFlags.BigIntLike) // ReactNode: a component of a library
    const hasText = !isAnything && parts.some(isText)
    const may = comes || (!isAnything && parts.some(isEmpty))
    // text of a component is never all that its element has, for React: it holds the text node
    return [{ kind: hasText ? 'list' : 'element', comes: may, changes: hasText }]
  }

  function ofChildren(children: readonly JsxChild[], comes = false): Piece[] {
    return children.flatMap((child): Piece[] => {
      if (is.isJsxText(child)) return hasMeaning(child.text) ? [{ kind: 'text', comes, changes: false }] : []
      if (is.isJsxExpression(child)) return child.expression ? ofExpression(child.expression, comes) : []
      return ofExpression(child, comes)
    })
  }

  function judge(children: readonly JsxChild[], isFragment: boolean): keyof typeof advice | undefined {
    const pieces = ofChildren(children)
    const texts = pieces.filter(({ kind }) => kind === 'text')
    if (isFragment && texts.length > 0) return 'fragment'
    if (pieces.some(({ kind }) => kind === 'list')) return 'list'
    if (pieces.length < 2) return undefined
    const comes = pieces.some((one) => one.comes)
    if (comes && texts.length > 0) return 'beside'
    if (texts.some(({ changes }) => changes)) return texts.length === pieces.length ? 'texts' : 'changes'
    return (comes || texts.length > 0) && pieces.some(({ kind }) => kind === 'slot') ? 'slot' : undefined
  }

  /** Whether a function gives bare text: a component, or one that gives an element in another case. */
  function givesText(body: Node, isComponent: boolean): boolean {
    const results: Node[] = []
    const collect = (inner: Node): void => {
      if (is.isReturnStatement(inner) && inner.expression) results.push(inner.expression)
      if (!is.isArrowFunction(inner) && !is.isFunctionExpression(inner) && !is.isFunctionDeclaration(inner)) {
        inner.forEachChild(collect)
      }
    }
    if (is.isBlock(body)) body.forEachChild(collect)
    else results.push(body)
    const kinds = new Set(results.flatMap((result) => ofExpression(result, false)).map(({ kind }) => kind))
    return kinds.has('text') && (isComponent || kinds.has('element'))
  }

  /** Components have capital names, or are what a lazy one loads. */
  function isComponent(node: Node): boolean {
    const { parent } = node
    if (is.isFunctionDeclaration(node)) return /^[A-Z]/.test(node.name?.text ?? '')
    if (is.isVariableDeclaration(parent)) return /^[A-Z]/.test(parent.name.getText(file))
    return is.isPropertyAssignment(parent) && parent.name.getText(file) === 'default'
  }

  function visit(node: Node): void {
    if (is.isJsxElement(node) || is.isJsxFragment(node)) {
      const isFragment = is.isJsxFragment(node) || leavesNoElement.test(tagOf(node.openingElement, file))
      const why = judge(node.children, isFragment)
      if (why) found.push({ node, problem: advice[why] })
    }
    const body = is.isArrowFunction(node) || is.isFunctionDeclaration(node) ? node.body : undefined
    if (body && givesText(body, isComponent(node))) found.push({ node, problem: advice.returned })
    node.forEachChild(visit)
  }
  visit(file)
  return found
}
