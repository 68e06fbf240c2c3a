import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * The ceiling: a relay without accounts that still commits each message, in batches, before forwarding it. It handles only the
 * frames of our protocol that the benchmark sends.
 */
const [url = ''] = process.argv.slice(2)
type Frame = { command: string; channel: number; message: string; tempId: string }
type PendingMessage = { frame: Frame; socket: WebSocket }

const pool = new pg.Pool({ connectionString: url, max: 2 })
await pool.query(
  'create table if not exists bare_message (id bigint generated always as identity primary key, room bigint, temp text, body text, at timestamptz)',
)
const rooms = new Map<number, Set<WebSocket>>()
let pending: PendingMessage[] = []
let isWriting = false

async function writeAll() {
  isWriting = true
  await new Promise((resolve) => setImmediate(resolve))
  while (pending.length > 0) {
    const batch = pending.slice(0, 200)
    pending = pending.slice(200)
    const at = new Date()
    const { rows } = await pool.query<{ id: string }>(
      `insert into bare_message (room, temp, body, at)
       select room, temp, body, $4 from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as sent (room, temp, body, place)
       order by place returning id`,
      [
        batch.map(({ frame }) => frame.channel),
        batch.map(({ frame }) => frame.tempId),
        batch.map(({ frame }) => frame.message),
        at,
      ],
    )
    batch.forEach((message, index) => broadcast(message, Number(rows[index]?.id), at))
  }
  isWriting = false
}

function broadcast({ frame, socket }: PendingMessage, id: number, at: Date) {
  const message = {
    msg_id: id,
    temp_id: null,
    channel_id: frame.channel,
    message: frame.message,
    command: 'new_message',
    created_on: at,
  }
  const text = Buffer.from(JSON.stringify(message))
  for (const other of rooms.get(frame.channel) ?? []) if (other !== socket) other.send(text, { binary: false })
  socket.send(JSON.stringify({ ...message, temp_id: frame.tempId }))
}

const http = createServer()
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (data) => {
    const frame: Frame = JSON.parse(data.toString())
    if (frame.command === 'join') rooms.set(frame.channel, (rooms.get(frame.channel) ?? new Set()).add(socket))
    if (frame.command === 'unread_message') socket.send('{"command":"unread_message","channels":[]}')
    if (frame.command !== 'send') return
    pending.push({ frame, socket })
    if (!isWriting) void writeAll()
  })
})
http.listen(0, '127.0.0.1', () => console.log(`ready at http://localhost:${(http.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
