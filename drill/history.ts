import type { ChatEvent } from '@saathi/contract/chat/socket'
import { openChatSocket } from '../server/test/chat-socket.ts'
import { onCleanup } from './cleanup.ts'

type Payload = Extract<ChatEvent, { command: 'messages_payload' }>
export type PagesRead = { pages: number; /** In the order received: newest first. */ ids: number[] }

const WITHIN_MS = 60_000

/** Pages back through a channel as a browser does, by page number or by message id, to its start or to `to`. */
export async function readPages(
  { host, token, channel, to = 0 }: { host: string; token: string; channel: number; to?: number },
  mode: 'by number' | 'by message',
): Promise<PagesRead> {
  const socket = await openChatSocket(host, token)
  onCleanup(() => socket.socket.terminate())
  const nextPage = async (): Promise<Payload> => {
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`No page of channel ${channel} came within ${WITHIN_MS / 1000} s.`)), WITHIN_MS).unref()
    })
    const page = await Promise.race([socket.next('messages_payload'), timeout])
    // Messages sent during the run arrive here too; they are not counted.
    socket.frames.length = 0
    return page
  }
  socket.say({ command: 'fetch_messages', channel })
  let page = await nextPage()
  const result: PagesRead = { pages: 1, ids: page.messages.map(({ msg_id }) => msg_id) }
  for (let last = result.ids.at(-1) ?? 0; page.has_next_page && last > to; last = result.ids.at(-1) ?? 0) {
    result.pages += 1
    const position = mode === 'by number' ? { page_number: result.pages } : { message_id: last, direction: 'older' as const }
    socket.say({ command: 'get_room_chat_messages', channel, ...position })
    page = await nextPage()
    result.ids.push(...page.messages.map(({ msg_id }) => msg_id))
  }
  await socket.close()
  return { ...result, ids: result.ids.filter((id) => id > to) }
}
