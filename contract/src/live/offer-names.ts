/**
 * Returns the id of the connection that wrote a description (its origin line, RFC 8866, 5.2): the same in all its offers,
 * another one after a reload; "" when there is none.
 */
export const connectionOf = (sdp: string): string => offerName(sdp).split(' ')[0] ?? ''

/** Returns which of all offers this is: its connection and its version there (RFC 8866, 5.2); "" when there is none. */
export const offerName = (sdp: string): string => /^o=\S+ (\S+ \S+) /m.exec(sdp)?.[1] ?? ''

/** Browsers and media servers ignore attributes that they do not know. */
const answers = 'a=x-answers:'

/** Returns an answer that says which offer it answers, which the protocol leaves open: see {@link answersAnother}. */
export function withOfferName(answer: string, offer: string): string {
  const name = offerName(offer)
  // a name is what someone else wrote: "$" in it means nothing here
  return name === '' ? answer : answer.replace(/^m=/m, () => `${answers}${name}\r\nm=`)
}

/**
 * Whether an answer says that it is for another offer than this one, which has taken the place of that: on a slow line the two cross.
 * False for answers of clients that do not say it.
 */
export function answersAnother(answer: string, offer: string): boolean {
  const line = answer.split(/\r?\n/).find((one) => one.startsWith(answers))
  return line !== undefined && line.slice(answers.length) !== offerName(offer)
}
