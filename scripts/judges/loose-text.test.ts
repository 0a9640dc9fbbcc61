import { describe, expect, test } from 'vitest'
import { looseText } from './loose-text.ts'
import { judgeSources, pages } from './sources.ts'

const file = 'web/src/ui/badge.tsx'

const declared = `
import { type ReactNode, Fragment } from 'react'
declare const on: boolean, count: number, name: string, none: string | null, slot: ReactNode, names: string[]
declare function Bold(props: { children: ReactNode }): React.JSX.Element
declare function Words(): string
declare function Maybe(): React.JSX.Element | null
declare function Hidden(): null
`
/** Source lines of one component each; the line of a problem tells which. */
function judge(sources: readonly string[]): string[] {
  const text = `${declared.trim().replaceAll('\n', ';')}\n${sources.map((source, index) => `export const x${index} = ${source}`).join('\n')}\n`
  return judgeSources([{ rule: looseText, files: pages }], { file, text })
}

/** Returns those of the sources in which the rule finds nothing. */
const passed = (sources: readonly string[]): string[] => {
  const lines = new Set(judge(sources).map((problem) => Number(problem.split(':')[1])))
  return sources.filter((_, index) => !lines.has(index + 2))
}

describe('text that a translated page loses', () => {
  test('is found beside what comes and goes', () => {
    const broken = [
      '<p>{on && <b>!</b>} text</p>',
      '<p>text {on ? <b>!</b> : null}</p>',
      '<p>text{none}</p>',
      '<p>{name}{names.map((one) => <b key={one}>{one}</b>)}</p>',
      '<Bold>text {on && <b>!</b>}</Bold>',
      '<p>text <Maybe /></p>',
      '<p>{on ? "text" : <b>!</b>}</p>',
      '<p>{on && "text"} <b>!</b></p>',
      '<p>{slot} {on && <b>!</b>}</p>',
      '<p>{on && <b>!</b>}{slot}</p>',
      '<p>{names.map((one) => one)}</p>',
      '<p><Words /></p>',
      '<p><Words /> {on && <b>!</b>}</p>',
      '(on ? <>text <b>!</b></> : null)',
      '<p>{on && <Fragment>text</Fragment>}</p>',
      '(() => { if (on) return "text"; return <b>!</b> })',
      '{ default: (props: { text: string }) => props.text }',
    ]
    expect(passed(broken)).toEqual([])
  })

  test('is found where it changes beside anything', () => {
    expect(passed(['<p>{count} items</p>', '<p><b>!</b>{name}</p>', '<p>{on ? "one" : "two"} <b>!</b></p>'])).toEqual(
      [],
    )
  })

  test('is not found where it is all that its element has, or where nothing moves', () => {
    const sound = [
      '<p>text</p>',
      '<p>{name}</p>',
      '<p>{on ? "one" : "two"}</p>',
      '<p>{on ? "one" : on ? "two" : null}</p>',
      '<p>{on && name}</p>',
      `<p>{\`\${count} items\`}</p>`,
      '<p>Read <b>this</b> first.</p>',
      '<p><span>{name}</span>{on && <b>!</b>}</p>',
      '<p><span>text </span><Maybe /></p>',
      '<p>text<Hidden /></p>',
      '<p>{on ? <b>one</b> : <b>two</b>}</p>',
      '<div>{slot}</div>',
      '<Bold>{slot}</Bold>',
    ]
    expect(passed(sound)).toEqual(sound)
  })

  test('is named with its place and what to do', () => {
    expect(judge(['<p>{count} items</p>'])).toEqual([
      `${file}:2: text that changes, in several pieces; a translated page keeps the old one: make it one template literal`,
    ])
  })
})
