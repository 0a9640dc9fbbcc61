// @ts-check

/** An error whose message is a whole answer for a person: it is printed without a stack. */
export class PlainError extends Error {}
