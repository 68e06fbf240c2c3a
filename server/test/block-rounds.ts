import { blockPerson, unblockPerson } from '@saathi/contract/safety/calls'
import { expect } from 'vitest'
import { buildChannel } from './chat-channels.ts'
import { addressOf, openChatSocket } from './chat-socket.ts'
import type { TestServer } from './harness.ts'

/**
 * Again and again a mentor writes while the mentee blocks them: after the acknowledgement of the block nothing may be delivered
 * or written, however close they are.
 */
export async function playBlockRounds(server: TestServer, rounds: number): Promise<void> {
  const pair = await buildChannel(server)
  const [mentee = 0] = pair.menteeIds
  const params = { personId: pair.mentorId }
  const dial = async (who: number) => openChatSocket(addressOf(server.app), await server.tokenFor(who))
  const newest = async () => {
    const { rows } = await server.pool.query('select max(id) as id from chat_message where channel_id = $1', [pair.channelId])
    return rows[0]?.id
  }
  const [own, other] = [await dial(mentee), await dial(pair.mentorId)]
  own.say({ command: 'join', channel: pair.channelId })
  await Promise.all([own.settle(), other.settle()])
  for (let round = 0; round < rounds; round += 1) {
    for (let n = 0; n < 3; n += 1)
      other.say({ command: 'send', channel: pair.channelId, message: `${round} ${n}`, tempId: `t-${round}-${n}` })
    expect((await server.ask(mentee, blockPerson, { params })).status).toBe(200)
    const last = await newest()
    // What was sent to the socket before the acknowledgement has arrived by now.
    await own.settle()
    own.frames.length = 0
    await Promise.all([other.settle(), own.settle()])
    expect(own.frames.filter(({ command }) => command === 'new_message')).toEqual([])
    expect(await newest()).toBe(last)
    await server.ask(mentee, unblockPerson, { params })
    await server.pool.query('update chat_channel set is_paused = false')
    await server.pool.query('truncate safety_case cascade')
    await Promise.all([other.settle(), own.settle()])
    other.frames.length = 0
  }
  await Promise.all([own.close(), other.close()])
}
