/** A piece of a line of an answer. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'citation'; n: number }
  | { kind: 'course'; title: string; courseId: string }

/** A paragraph, or one line of a list; `marker` is the number of a numbered one, "" of another. */
export type AnswerLine = { kind: 'text' | 'item'; marker: string; pieces: Piece[] }

const special = /\[(\d{1,3})\]|\*\*([^*\n]+)\*\*|\[([^[\]\n]+)\]\(\/viewcourse\/([\w-]{1,64})\)/g

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of line.matchAll(special)) {
    const [whole, number, strong, title, courseId] = match
    if (match.index > at) pieces.push({ kind: 'text', text: line.slice(at, match.index) })
    if (number !== undefined) pieces.push({ kind: 'citation', n: Number(number) })
    else if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else if (title !== undefined && courseId !== undefined) pieces.push({ kind: 'course', title, courseId })
    at = match.index + whole.length
  }
  if (at < line.length) pieces.push({ kind: 'text', text: line.slice(at) })
  return pieces
}

/** Reads what the tutor writes: lines, lists, bold words, citations, and links to courses. Everything else is text. */
export const readAnswer = (answer: string): AnswerLine[] =>
  answer
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, dash, number, rest] = /^(?:(- )|(\d{1,2})\. )(.*)$/.exec(line) ?? []
      if (dash === undefined && number === undefined) return { kind: 'text', marker: '', pieces: piecesOf(line) }
      return { kind: 'item', marker: number === undefined ? '' : `${number}.`, pieces: piecesOf(rest ?? '') }
    })
