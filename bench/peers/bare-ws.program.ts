import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'

/** The least that a chat room can be: whatever one says goes to all others, with a name and a time. Argument: port. */
const server = createServer((_request, response) => response.end('ok'))
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
let count = 0

sockets.on('connection', (socket) => {
  const sender = `Person ${++count}`
  socket.on('message', (data) => {
    const { message } = JSON.parse(data.toString()) as { message: string }
    const text = JSON.stringify(['receive-message', { message, sender, timestamp: new Date().toISOString() }])
    for (const other of sockets.clients) if (other !== socket && other.readyState === WebSocket.OPEN) other.send(text)
  })
})
server.listen(Number(process.argv[2]), '127.0.0.1')
