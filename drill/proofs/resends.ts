import { randomInt } from 'node:crypto'
import { openChatSocket } from '../../server/test/chat-socket.ts'
import type { ChatPerson } from '../../server/test/chat-people.ts'
import { until } from '../../server/test/until.ts'
import { onCleanup } from '../cleanup.ts'
import { withClient } from '../engines.ts'
import { count, type Drill, firstOf, type ProofResult, type Proof } from '../proof.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { hostOf, startChatServer, plantChatPeople } from '../chat-load.ts'

const EACH = 25
const KILLED_COPIES = 4
const SAME_COPIES = 4
const OTHER_COPIES = 3

export const resends: Proof = {
  id: 'R3',
  goal: 'A message that is sent again stays one row with one id for its sender, channel and temporary id; other text under the same id changes nothing',
  method:
    '1,000 messages of 40 people, each sent 11 times on two sockets at once: 4 times while the server is killed, 4 times after the next start, and 3 times with other text after an orderly restart; all people use the same temporary ids',
  prove,
}

/** Everything a person received about each temporary id, on all their sockets. */
type Acknowledgements = Map<string, { ids: Set<number>; texts: Set<string> }>

const tempIds = Array.from({ length: EACH }, (_, at) => `sent-${at}`)
const keyOf = (personId: number | string, tempId: string) => `${personId} ${tempId}`
const firstText = (tempId: string) => `the words of ${tempId}`

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const chat = await startChatServer('embedded')
  const people = await plantChatPeople(chat.url, { groups: isQuick ? 2 : 10, size: 4 })
  const acknowledgements: Acknowledgements = new Map()
  const messages = people.length * EACH

  const killed = await sendCopies(chat.first, people, KILLED_COPIES, firstText)
  const some = randomInt(1, messages)
  await until('some messages are answered', () => killed.answers() >= some)
  chat.first.signal('SIGKILL')
  await chat.first.exited
  const faults = killed.collect(acknowledgements)
  const before = acknowledgements.size

  const second = await startServer(chat.settings)
  const same = await sendCopies(second, people, SAME_COPIES, firstText)
  await until('all messages are answered', () => same.isAnswered())
  await second.stop()
  faults.push(...same.collect(acknowledgements))

  const third = await startServer(chat.settings)
  const other = await sendCopies(third, people, OTHER_COPIES, (tempId) => `other ${firstText(tempId)}`)
  await until('all messages with other text are answered', () => other.isAnswered())
  faults.push(...other.collect(acknowledgements), ...(await compareRows(chat.url, people, acknowledgements)))
  await third.stop()
  return {
    figures: [
      `${count(messages)} messages resent ${count(messages * (KILLED_COPIES + SAME_COPIES + OTHER_COPIES - 1))} times, ${count(before)} of them acknowledged before the kill`,
      `${count(acknowledgements.size)} acknowledged in the end, ${faults.length} with a second row, a second id or other text`,
    ],
    faults,
  }
}

type Connection = { person: ChatPerson; sent: number; dial: Awaited<ReturnType<typeof openChatSocket>> }

/** Sends every copy of every message at once, alternating between the two sockets of each person. */
async function sendCopies(
  server: ServerProcess,
  people: readonly ChatPerson[],
  copies: number,
  textOf: (tempId: string) => string,
) {
  const connections: Connection[] = []
  for (const person of people) {
    for (const sent of [Math.ceil(copies / 2), Math.floor(copies / 2)]) {
      connections.push({ person, sent: sent * EACH, dial: await openChatSocket(hostOf(server), person.token) })
    }
  }
  onCleanup(() => connections.forEach(({ dial }) => dial.socket.terminate()))
  for (const { person, sent, dial } of connections) {
    const [channel = 0] = person.channels
    for (let at = 0; at < sent; at += 1) {
      const tempId = tempIds[at % EACH] ?? ''
      dial.say({ command: 'send', channel, message: textOf(tempId), tempId })
    }
  }
  const answersOn = ({ dial }: Connection) =>
    dial.frames.filter((frame) => frame.command === 'new_message' && frame.temp_id !== null)
  return {
    answers: () => connections.reduce((sum, connection) => sum + answersOn(connection).length, 0),
    isAnswered: () =>
      connections.every((connection) => answersOn(connection).length >= connection.sent || hasRefusal(connection)),
    /** Collects the acknowledgements and returns the faults. */
    collect: (into: Acknowledgements): string[] => connections.flatMap((connection) => collectFrames(connection, into)),
  }
}

const hasRefusal = ({ dial }: Connection) => dial.frames.some(({ command }) => command === 'error')

function collectFrames({ person, dial }: Connection, into: Acknowledgements): string[] {
  const faults: string[] = []
  for (const frame of dial.frames) {
    if (frame.command === 'error') faults.push(`${frame.temp_id} of person ${person.personId} was refused with ${frame.code}`)
    if (frame.command !== 'new_message' || frame.temp_id === null) continue
    const key = keyOf(person.personId, frame.temp_id)
    const known = into.get(key) ?? { ids: new Set(), texts: new Set() }
    known.ids.add(frame.msg_id)
    known.texts.add(frame.message)
    into.set(key, known)
  }
  return faults
}

type Row = { id: string; sender: string; temp_id: string; body: string }

async function compareRows(
  databaseUrl: string,
  people: readonly ChatPerson[],
  acknowledgements: Acknowledgements,
): Promise<string[]> {
  const rows = await withClient(databaseUrl, async (client) => {
    const sql = 'select id::text, sender_id::text as sender, temp_id, body from chat_message where sender_id = any($1::bigint[])'
    return (await client.query<Row>(sql, [people.map(({ personId }) => personId)])).rows
  })
  return people.flatMap(({ personId }) =>
    tempIds.flatMap((tempId) => {
      const stored = rows.filter((row) => row.sender === String(personId) && row.temp_id === tempId)
      const received = acknowledgements.get(keyOf(personId, tempId))
      const isOne = stored.length === 1 && stored[0]?.body === firstText(tempId)
      const isSame =
        [...(received?.ids ?? [])].join() === stored[0]?.id && [...(received?.texts ?? [])].join() === firstText(tempId)
      if (isOne && isSame) return []
      return [
        `${tempId} of person ${personId}: ${stored.length} rows, received as ${firstOf([...(received?.ids ?? [])].map(String))}`,
      ]
    }),
  )
}
