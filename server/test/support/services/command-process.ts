import { fork } from 'node:child_process'

export type CommandProcess<Command> = {
  pid: number
  run<T>(command: Command): Promise<T>
  stop(): void
}

/** Starts a program that takes commands one by one (`{ id, command }`), and replies to each (`{ id, result }` or `{ id, error }`). */
export function startCommands<Command>(program: string): CommandProcess<Command> {
  const child = fork(program, { execArgv: [] })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let last = 0
  child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error !== undefined) one?.reject(new Error(error))
    else one?.resolve(result)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${program} has ended`))
  })
  return {
    pid: child.pid ?? 0,
    run: (command) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        child.send({ id, command })
      }),
    stop: () => void child.kill('SIGKILL'),
  }
}
