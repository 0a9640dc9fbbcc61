/** Text for LIKE, anywhere in a value: its wildcards stand for themselves. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
