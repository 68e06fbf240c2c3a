import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'

/**
 * A separate process that plays all the clients: opens a socket for each, then sends either as fast as messages are acknowledged
 * or at a fixed rate. In the mode `writing`, somebody decides to write and sends the message nine seconds later; in `typing`, all
 * show their presence, the other person sees the writer type for those seconds, and some people come and go. Prints `measuring`
 * when it begins to measure, and its measurements as one line of JSON.
 */
const [url = '', peopleFile = '', mode = 'idle', secondsText = '10', rateText = '200'] = process.argv.slice(2)
const isWriting = mode === 'writing' || mode === 'typing'
const WRITTEN_AFTER_MS = 9_000
/** Of all people, in a second. */
const COME_AND_GO = 0.005
const people: { token: string; channels: number[] }[] = JSON.parse(readFileSync(peopleFile, 'utf8'))
const seconds = Number(secondsText)
/** Messages that one person has in flight in the throughput mode. */
const IN_FLIGHT = 3
const WARM_UP_MS = isWriting ? WRITTEN_AFTER_MS + 3_000 : 2_000
const PADDING = 'So that a message is about as long as people write. '

type ReceivedFrame = { command: string; temp_id: string | null; message: string; code?: string }
const sentAt = new Map<string, number>()
const latencies: number[] = []
let [acknowledged, refused, isMeasuring, isOver] = [0, 0, false, false]
let sent = 0
let delivered = 0

function send(at: number) {
  const { token, channels } = people[at] ?? { token: '', channels: [] }
  const tempId = `b${(sent += 1)}`
  sentAt.set(tempId, performance.now())
  const command = {
    command: 'send',
    authToken: token,
    nickName: '',
    channel: channels[0],
    message: `${tempId} ${PADDING}`,
    tempId,
  }
  sockets[at]?.send(JSON.stringify(command))
}

const command = (at: number, fields: object) => sockets[at]?.send(JSON.stringify({ authToken: people[at]?.token, ...fields }))
const type = (at: number) => command(at, { command: 'typing', channel: people[at]?.channels[0] })

function write(at: number) {
  if (mode === 'typing') type(at)
  setTimeout(send, WRITTEN_AFTER_MS, at)
}

function comeAndGo() {
  for (let more = 0; more < people.length * COME_AND_GO; more += 1) {
    const at = Math.floor(Math.random() * people.length)
    command(at, { command: 'presence', is_visible: false })
    setTimeout(command, 7_000, at, { command: 'presence', is_visible: true })
  }
}

function onFrame(at: number, text: string) {
  const frame: ReceivedFrame = JSON.parse(text)
  if (frame.command === 'error') {
    refused += 1
    if (refused < 5) console.error(text)
  }
  if (frame.command !== 'new_message') return
  if (isMeasuring) delivered += 1
  if (frame.temp_id === null) return onOtherMessage(frame.message)
  if (isMeasuring) acknowledged += 1
  if (mode === 'throughput' && !isOver) send(at)
}

/** Measures from sending until the other person receives the message. */
function onOtherMessage(message: string) {
  const tempId = message.slice(0, message.indexOf(' '))
  const start = sentAt.get(tempId)
  sentAt.delete(tempId)
  if (start !== undefined && isMeasuring) latencies.push(performance.now() - start)
}

function open(at: number): Promise<WebSocket> {
  const { token, channels } = people[at] ?? { token: '', channels: [] }
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/chat/`)
    socket.on('error', reject)
    socket.on('open', () => {
      socket.send(JSON.stringify({ command: 'join', authToken: token, channel: channels[0] }))
      socket.send(JSON.stringify({ command: 'unread_message', authToken: token }))
    })
    socket.on('message', (data) => {
      const text = data.toString()
      if (text.includes('"unread_message"')) resolve(socket)
      else onFrame(at, text)
    })
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const sockets: WebSocket[] = []
// A hundred at a time, like browsers that reconnect with jitter after a restart.
for (let from = 0; from < people.length; from += 100) {
  const some = Array.from({ length: Math.min(100, people.length - from) }, (_, at) => open(from + at))
  sockets.push(...(await Promise.all(some)))
}
console.log('all ready')

if (mode === 'throughput') {
  for (let at = 0; at < people.length; at += 1) for (let more = 0; more < IN_FLIGHT; more += 1) send(at)
}
function sendShare() {
  for (let more = 0; more < Number(rateText) / 100; more += 1)
    (isWriting ? write : send)(Math.floor(Math.random() * people.length))
}
const pacing = mode === 'latency' || isWriting ? setInterval(sendShare, 10) : undefined
if (mode === 'typing') {
  for (let at = 0; at < people.length; at += 1) command(at, { command: 'presence', is_visible: true })
  setInterval(comeAndGo, 1_000)
}
if (mode !== 'idle') {
  await pause(WARM_UP_MS)
  isMeasuring = true
  console.log('measuring')
  await pause(seconds * 1000)
  isMeasuring = false
  isOver = true
  clearInterval(pacing)
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  console.log(
    JSON.stringify({
      perSecond: acknowledged / seconds,
      p50: at(0.5),
      p99: at(0.99),
      received: sorted.length,
      refused,
      delivered,
    }),
  )
}
process.on('SIGTERM', () => process.exit(0))
