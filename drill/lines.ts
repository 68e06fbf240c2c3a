import { WebSocket } from 'ws'
import type { Person } from './people.ts'

/** Live lines that are signed in, and the code each was closed with in the end. */
export async function openLines(url: string, people: readonly Person[]): Promise<{ codes: Promise<number[]> }> {
  const lines = await Promise.all(people.map((person) => openLine(url, person)))
  return { codes: Promise.all(lines.map(({ closed }) => closed)) }
}

async function openLine(url: string, person: Person): Promise<{ closed: Promise<number> }> {
  const accessToken = await person.token()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live/`)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken })))
    socket.once('message', (said) => {
      if (String(said) === '{"type":"core.ready"}') resolve()
      else reject(new Error(`The live line said ${String(said).slice(0, 200)}`))
    })
  })
  return { closed }
}
