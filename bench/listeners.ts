import { WebSocket } from 'ws'

/** A separate process: opens sockets, authenticates each, and reports when all expected messages have arrived. */
const [url = '', tokensText = '[]', each = '1', expected = '0'] = process.argv.slice(2)
const people: (string | null)[] = JSON.parse(tokensText)
const tokens = people.flatMap((token) => Array.from({ length: Number(each) }, () => token))
let received = 0
let ready = 0

function onMessage(data: { toString(): string }, token: string | null) {
  if (token !== null && data.toString() === '{"type":"core.ready"}') {
    ready += 1
    if (ready === tokens.length) console.log('all ready')
    return
  }
  received += 1
  if (received % Number(expected) === 0) console.log('all received')
}

for (const token of tokens) {
  const socket = new WebSocket(url)
  socket.on('message', (data) => onMessage(data, token))
  socket.on('open', () => {
    if (token !== null) return socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: token }))
    ready += 1
    if (ready === tokens.length) console.log('all ready')
  })
}
