/**
 * A number as files have it. There is one way to read each digit: with two, a cell of a hundred thousand digits that ends in a letter took
 * many seconds, and one of a megabyte hours.
 */
export const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i
