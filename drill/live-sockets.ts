import { WebSocket } from 'ws'
import type { Person } from './people.ts'

/** Opens authenticated live sockets; `codes` resolves with the close code of each. */
export async function openLiveSockets(url: string, people: readonly Person[]): Promise<{ codes: Promise<number[]> }> {
  const sockets = await Promise.all(people.map((person) => openSocket(url, person)))
  return { codes: Promise.all(sockets.map(({ closed }) => closed)) }
}

async function openSocket(url: string, person: Person): Promise<{ closed: Promise<number> }> {
  const accessToken = await person.token()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live/`)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken })))
    socket.once('message', (frame) => {
      if (String(frame) === '{"type":"core.ready"}') resolve()
      else reject(new Error(`The live socket sent ${String(frame).slice(0, 200)}`))
    })
  })
  return { closed }
}
