import { Agent } from 'node:http'
import { type Attack, keepBusy } from '../lib/attack.ts'

const connections = 50

const pages = (name: string, what: string, path: (count: number) => string): Attack => ({
  name,
  what,
  arm: async (target) => async (signal) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    let count = 0
    const headers = { accept: 'text/html' }
    await keepBusy(connections, signal, () => target.send({ path: path(++count), headers, agent, signal }))
    agent.destroy()
  },
})

export const homePage = pages('pages', '50 connections ask for the home page as fast as they are answered', () => '/')
export const manyQueries = pages(
  'page-queries',
  'the same, each time with another query string',
  (count) => `/?q=${count}-${Math.random()}`,
)
export const missingPages = pages(
  'missing-pages',
  'the same with pages that do not exist',
  (count) => `/nothing/${count}`,
)
