import type { ChatEvent } from '@saathi/contract/chat/socket'
import { dialChat } from '../server/test/chat-socket.ts'
import { atEnd } from './belongings.ts'

type Payload = Extract<ChatEvent, { command: 'messages_payload' }>
export type Turned = { pages: number; /** As they came: the newest first. */ ids: number[] }

const WITHIN_MS = 60_000

/** Turns the pages of a channel back as a browser does, by their numbers or from message to message, to its beginning or to `to`. */
export async function turnPages(
  { host, token, channel, to = 0 }: { host: string; token: string; channel: number; to?: number },
  way: 'by number' | 'by message',
): Promise<Turned> {
  const line = await dialChat(host, token)
  atEnd(() => line.socket.terminate())
  const answered = async (): Promise<Payload> => {
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`No page of channel ${channel} came within ${WITHIN_MS / 1000} s.`)), WITHIN_MS).unref()
    })
    const page = await Promise.race([line.next('messages_payload'), late])
    // What is said meanwhile is told here, too, and is not what is counted.
    line.frames.length = 0
    return page
  }
  line.say({ command: 'fetch_messages', channel })
  let page = await answered()
  const turned: Turned = { pages: 1, ids: page.messages.map(({ msg_id }) => msg_id) }
  for (let last = turned.ids.at(-1) ?? 0; page.has_next_page && last > to; last = turned.ids.at(-1) ?? 0) {
    turned.pages += 1
    const place = way === 'by number' ? { page_number: turned.pages } : { message_id: last, direction: 'older' as const }
    line.say({ command: 'get_room_chat_messages', channel, ...place })
    page = await answered()
    turned.ids.push(...page.messages.map(({ msg_id }) => msg_id))
  }
  await line.close()
  return { ...turned, ids: turned.ids.filter((id) => id > to) }
}
