import { plainLine } from '../sanitise/visible-text.ts'

/** Lower case, one blank between words, signs other than those of names such as C++ and C# gone. */
export const readMessage = (message: string): string =>
  plainLine(message)
    .toLowerCase()
    .replace(/['’]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}+#₹./&-]/gu, ' ')
    .replace(/[./-](?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const wordsIn = (text: string): string[] => text.split(/[\s/&-]+/).filter(Boolean)
