import { createHash } from 'node:crypto'
import { cutGraphemes } from '@saathi/contract/core/cut'
import type { Notice, PushMessage } from '@saathi/contract/notices/entities'
import { findText } from '#core/texts.ts'

const TITLE_MAX = 80
const TEXT_MAX = 200
/** A push service accepts 4096 bytes, including encryption overhead. */
const BYTES_MAX = 3500

export type PushedNotice = Pick<Notice, 'id' | 'title' | 'text' | 'link'> & { topic: string | null }

/** A single notice in full, several as a count. Null for none. */
export function pushMessage(language: string, notices: readonly PushedNotice[]): PushMessage | null {
  const [first, ...more] = notices
  if (!first) return null
  const { id, title, text, link, topic } = first
  if (more.length === 0) return cut({ title, text, link: link ?? '/', tag: topic ?? `notice ${id}` })
  const t = findText(language)
  const count = notices.length
  return { title: t('notices.digest.subject', { count }), text: t('notices.digest.what'), link: '/', tag: 'summary' }
}

function cut(message: PushMessage): PushMessage {
  const short = { ...message, title: cutGraphemes(message.title, TITLE_MAX), text: cutGraphemes(message.text, TEXT_MAX) }
  // A single grapheme can have any number of combining marks.
  return Buffer.byteLength(JSON.stringify(short)) <= BYTES_MAX
    ? short
    : { ...short, title: short.title.slice(0, TITLE_MAX), text: '' }
}

/** Short, as push services require, and without revealing the tag. */
export const topicOf = ({ tag }: PushMessage): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)
