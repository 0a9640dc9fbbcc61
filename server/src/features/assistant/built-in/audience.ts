/** Ages up to which someone is of a group, and what courses for the group are called. */
const groups: readonly (readonly [upTo: number, name: string])[] = [
  [5, 'small children'],
  [17, 'school children'],
  [59, ''],
  [120, 'senior citizens'],
]
const begin = String.raw`(?<![\p{L}\p{M}\p{N}])`
const end = String.raw`(?![\p{L}\p{M}\p{N}])`
const years = '(?:years?|yrs?|saal|sal|साल|वर्ष)'
/** "10 year old", "aged 65", "who is 65", "kid is 5", "10 saal ki hai": an age, and not "5 years of experience". */
const forms = [
  String.raw`${begin}(\d{1,3})[\s-]*${years}[\s-]*(?:old(?!\s+(?:car|bike|company|business|house|home|site|website|app|code|project|phone|laptop|computer)${end})|(?:ki|ka|ke|की|का|के)\s+(?:hai|hain|h|है|हैं|ladk\p{L}+|bacch\p{L}+|bet\p{L}+|लड़क[\p{L}\p{M}]+|बच्च[\p{L}\p{M}]+|बेट[\p{L}\p{M}]+))${end}`,
  String.raw`${begin}(?:aged|umar|उम्र)\s+(\d{1,3})${end}`,
  String.raw`${begin}(?<=who\s)(?:is|s)\s+(\d{1,3})${end}(?!\s+(?:stars?|hours?|lectures?|minutes?))`,
  String.raw`${begin}(?<=(?:kid|child|son|daughter|mother|father|mom|dad|grandmother|grandfather)\s)is\s+(\d{1,3})${end}`,
].map((form) => new RegExp(form.normalize('NFKC'), 'iu'))

/** Returns a message with an age as the group that courses name: "for my 10 year old" is for school children. */
export function withAudience(message: string): string {
  const text = message.normalize('NFKC')
  for (const form of forms) {
    const found = form.exec(text)
    const age = Number(found?.[1] ?? 0)
    const [, name = ''] = groups.find(([upTo]) => age > 1 && age <= upTo) ?? []
    if (found && name !== '') return text.replace(found[0], `, for ${name}, `)
  }
  return message
}
