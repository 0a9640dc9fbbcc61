/**
 * The environment of a program that a test starts: nothing of ours but where programs are, and where compiled code is kept. Without the
 * sentence model, which costs twenty seconds of a processor and which no test of a process is about.
 */
export const programEnv = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  AI_EMBEDDINGS: 'off',
})
