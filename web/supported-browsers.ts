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

/** Fails the build when a file for browsers has syntax that some of the supported ones cannot read: such a page would stay dead. */
export const onlySupportedSyntax = (): Plugin => ({
  name: 'only-supported-syntax',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      const problem = file.type === 'chunk' && tooNewSyntax(file.code)
      if (problem) this.error(`${file.fileName} is not for ${supportedBrowsers.join(', ')}: ${problem}`)
    }
  },
})
