import { Attachment } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'

/** Attachments are JSON text inside the message; unreadable ones are ignored. */
export function readAttachments(text: string): Attachment[] {
  try {
    return z.safeParse(z.array(Attachment), JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}
