/** Signs that are not seen, or turn the direction of others: they could hide words from readers and not from a search. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u17b4\u17b5\u3164\uffa0\u{e0000}-\u{e0fff}]/gu
/** They join letters in the scripts of India, and change how those look. */
const joiners = /(?<=\p{M})[\u200c\u200d](?=[\p{L}\p{M}])/gu
const keptJoiner = { '\u200c': '\ue000', '\u200d': '\ue001' } as const

/** Returns a text on one line, with single spaces and nothing unseen. */
export const oneLine = (text: string): string =>
  text
    // a normal form sorts the marks of a letter, and takes the square of their number for that
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\ue000\ue001]/g, '')
    .replace(joiners, (sign) => keptJoiner[sign as keyof typeof keptJoiner]) // one of both, by the expression
    .replace(unseen, (sign) => (sign === '\ue000' ? '\u200c' : sign === '\ue001' ? '\u200d' : ''))
    .replace(/ {2,}/g, ' ')
    .trim()

/** Ends of sentences in Latin and Indian scripts, with quotes and brackets that close after them. */
const sentenceEnd = /[.!?…।॥۔]["'”’)\]]*$/

export const endsSentence = (text: string): boolean => sentenceEnd.test(text.trimEnd())

/** Splits a line into its sentences; without a space none ends, so that "3.5" and "node.js" stay whole. */
export const sentencesIn = (line: string): string[] => line.split(/(?<=[.!?…।॥۔]["'”’)\]]{0,3}) +/).filter(Boolean)
