import { type ecmaVersion, parse } from 'acorn'
import type { Plugin } from 'vite'

/** The oldest browsers that the site works in; README.md and src/app/old-browser.tsx name them too. */
export const supportedBrowsers = ['chrome111', 'edge111', 'firefox128', 'safari16.4']

/** Syntax that all of them know, regular expressions included; lowering does not reach those, nor what a library checks at run time. */
const syntax: ecmaVersion = 2023

/** Returns what the browsers that are supported cannot read in a script, or null. */
export function tooNewSyntax(code: string): string | null {
  try {
    parse(code, { ecmaVersion: syntax, sourceType: 'module' })
    return null
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}

/** Built-in functions that some of them lack, which throw there where `typeof` has not asked for them. */
const newerCalls = [
  'Array.fromAsync',
  'AbortSignal.any',
  'Iterator.from',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'RegExp.escape',
  'Response.json',
  'URL.canParse',
  'URL.parse',
]

/** What follows a set, or an iterator of a collection, where the method is newer than they are. */
const newerMethods =
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|reduce|toArray|take|drop|flatMap|forEach)\(/

/** Returns the first call in a script of what some of the browsers that are supported lack, or null. */
export function tooNewCall(code: string): string | null {
  const called = newerCalls.find(
    (name) => new RegExp(`(?<![\\w$.])${name.replace('.', '[.]')}\\(`).test(code) && !code.includes(`typeof ${name}`),
  )
  return called ?? newerMethods.exec(code)?.[0] ?? null
}

/** Fails the build when a file for browsers has syntax that some of the supported ones cannot read, or calls what they lack: such a page would stay dead. */
export const onlySupportedSyntax = (): Plugin => ({
  name: 'only-supported-syntax',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      const problem = file.type === 'chunk' && (tooNewSyntax(file.code) ?? tooNewCall(file.code))
      if (problem) this.error(`${file.fileName} is not for ${supportedBrowsers.join(', ')}: ${problem}`)
    }
  },
})
