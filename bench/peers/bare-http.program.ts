import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The least that Node can do: one Buffer, or 304 for its ETag. Arguments: port, file, ETag. */
const [, , port, file = '', etag = ''] = process.argv
const body = readFileSync(file)
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length, etag }

createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
  } else {
    response.writeHead(200, headers).end(body)
  }
}).listen(Number(port), '127.0.0.1')
