import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/** A text with `<` as a part of its own, in which no tag is looked for. */
const asPart = (value: unknown): unknown => (typeof value === 'string' && value.includes('<') ? [value] : value)

/**
 * What the macro `Trans` becomes (`lingui.config.ts`). Lingui looks for tags in the finished sentence: those of people, such as the title
 * "The <main> element", would vanish, or stand for elements of the sentence.
 */
export function Trans({ values, ...props }: TransProps) {
  const own = values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asPart(value)]))
  return <LinguiTrans {...props} {...(own && { values: own })} />
}
