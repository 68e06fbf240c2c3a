import { WebSocket } from 'ws'

/** A process of its own: opens sockets, says hello on each, and counts what it hears until it has heard it all. */
const [url = '', hellos = '[]', each = '1', expected = '0'] = process.argv.slice(2)
const people: (string | null)[] = JSON.parse(hellos)
const tokens = people.flatMap((token) => Array.from({ length: Number(each) }, () => token))
let heard = 0
let ready = 0

function hear(data: { toString(): string }, token: string | null) {
  if (token !== null && data.toString() === '{"type":"core.ready"}') {
    ready += 1
    if (ready === tokens.length) console.log('all ready')
    return
  }
  heard += 1
  if (heard % Number(expected) === 0) console.log('all heard')
}

for (const token of tokens) {
  const socket = new WebSocket(url)
  socket.on('message', (data) => hear(data, token))
  socket.on('open', () => {
    if (token !== null) return socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: token }))
    ready += 1
    if (ready === tokens.length) console.log('all ready')
  })
}
