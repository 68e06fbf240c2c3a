import { randomInt } from 'node:crypto'
import { dialChat } from '../../server/test/chat-socket.ts'
import type { Talking } from '../../server/test/chat-people.ts'
import { until } from '../../server/test/until.ts'
import { atEnd } from '../belongings.ts'
import { withClient } from '../engines.ts'
import { count, type Drill, firstOf, type Outcome, type Proof } from '../proof.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { hostOf, openPlace, plantPeople } from '../talking.ts'

const EACH = 25
const KILLED_COPIES = 4
const SAME_COPIES = 4
const OTHER_COPIES = 3

export const resends: Proof = {
  id: 'R3',
  goal: 'However often a message is sent again, it is one row with one number for its sender, channel and temporary id; other text under the same id changes nothing',
  way: '1,000 messages of 40 people, each sent 11 times on two sockets at once: 4 times while the server is killed, 4 times after the next start, and 3 times with other text after an orderly restart; all people use the same temporary ids',
  prove,
}

/** What a person was told about one temporary id, over all their lines. */
type Told = Map<string, { ids: Set<number>; texts: Set<string> }>

const tempIds = Array.from({ length: EACH }, (_, at) => `sent-${at}`)
const keyOf = (personId: number | string, tempId: string) => `${personId} ${tempId}`
const firstText = (tempId: string) => `the words of ${tempId}`

async function prove({ isQuick }: Drill): Promise<Outcome> {
  const place = await openPlace('embedded')
  const people = await plantPeople(place.url, { groups: isQuick ? 2 : 10, size: 4 })
  const told: Told = new Map()
  const messages = people.length * EACH

  const killed = await sendCopies(place.first, people, KILLED_COPIES, firstText)
  const some = randomInt(1, messages)
  await until('some of them are answered', () => killed.answers() >= some)
  place.first.signal('SIGKILL')
  await place.first.exited
  const faults = killed.take(told)
  const before = told.size

  const second = await startServer(place.settings)
  const same = await sendCopies(second, people, SAME_COPIES, firstText)
  await until('all of them are answered', () => same.isAnswered())
  await second.stop()
  faults.push(...same.take(told))

  const third = await startServer(place.settings)
  const other = await sendCopies(third, people, OTHER_COPIES, (tempId) => `other ${firstText(tempId)}`)
  await until('all of the others are answered', () => other.isAnswered())
  faults.push(...other.take(told), ...(await compareRows(place.url, people, told)))
  await third.stop()
  return {
    figures: [
      `${count(messages)} messages sent again ${count(messages * (KILLED_COPIES + SAME_COPIES + OTHER_COPIES - 1))} times, ${count(before)} of them acknowledged before the kill`,
      `${count(told.size)} acknowledged in the end, ${faults.length} with a second row, a second number or other words`,
    ],
    faults,
  }
}

type Line = { person: Talking; sent: number; dial: Awaited<ReturnType<typeof dialChat>> }

/** All at once: every copy of every message, in turns on the two lines that each person has. */
async function sendCopies(server: ServerProcess, people: readonly Talking[], copies: number, textOf: (tempId: string) => string) {
  const lines: Line[] = []
  for (const person of people) {
    for (const sent of [Math.ceil(copies / 2), Math.floor(copies / 2)]) {
      lines.push({ person, sent: sent * EACH, dial: await dialChat(hostOf(server), person.token) })
    }
  }
  atEnd(() => lines.forEach(({ dial }) => dial.socket.terminate()))
  for (const { person, sent, dial } of lines) {
    const [channel = 0] = person.channels
    for (let at = 0; at < sent; at += 1) {
      const tempId = tempIds[at % EACH] ?? ''
      dial.say({ command: 'send', channel, message: textOf(tempId), tempId })
    }
  }
  const answersOn = ({ dial }: Line) => dial.frames.filter((frame) => frame.command === 'new_message' && frame.temp_id !== null)
  return {
    answers: () => lines.reduce((sum, line) => sum + answersOn(line).length, 0),
    isAnswered: () => lines.every((line) => answersOn(line).length >= line.sent || hasRefusal(line)),
    /** Keeps what was said, and answers with what should not have been. */
    take: (into: Told): string[] => lines.flatMap((line) => takeFrames(line, into)),
  }
}

const hasRefusal = ({ dial }: Line) => dial.frames.some(({ command }) => command === 'error')

function takeFrames({ person, dial }: Line, into: Told): string[] {
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

async function compareRows(databaseUrl: string, people: readonly Talking[], told: Told): Promise<string[]> {
  const rows = await withClient(databaseUrl, async (client) => {
    const sql = 'select id::text, sender_id::text as sender, temp_id, body from chat_message where sender_id = any($1::bigint[])'
    return (await client.query<Row>(sql, [people.map(({ personId }) => personId)])).rows
  })
  return people.flatMap(({ personId }) =>
    tempIds.flatMap((tempId) => {
      const stored = rows.filter((row) => row.sender === String(personId) && row.temp_id === tempId)
      const heard = told.get(keyOf(personId, tempId))
      const isOne = stored.length === 1 && stored[0]?.body === firstText(tempId)
      const isSame = [...(heard?.ids ?? [])].join() === stored[0]?.id && [...(heard?.texts ?? [])].join() === firstText(tempId)
      if (isOne && isSame) return []
      return [`${tempId} of person ${personId}: ${stored.length} rows, heard as ${firstOf([...(heard?.ids ?? [])].map(String))}`]
    }),
  )
}
