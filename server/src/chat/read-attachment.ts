import type { SentAttachment } from '@saathi/contract/chat/socket'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor, Db } from '#core/ctx.ts'
import { badInput, Refusal } from '#core/errors.ts'
import type { Files } from '#core/files/open-files.ts'
import { insertUpload, keepBytes } from '#core/files/upload.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { findOwnFile } from './attachment-store.ts'
import type { StoredExtra } from './attachments.ts'
import { CHAT_FILE_MAX_BYTES } from './chat-purpose.ts'
import type { GifService } from './gifs.ts'
import { findKeptPreview } from './preview-store.ts'

/** All that is needed to see whether something may be sent along. */
export type AttachmentDesk = { db: Db; now: () => Date; files: Files; limits: Limits; gifs: GifService; log: FastifyBaseLogger }
type Sender = Pick<Actor, 'personId'>
export type ReadAttachment = { fileId: string | null; extra: StoredExtra | null }

const WRONG_TYPE =
  'Please select a valid file. Supported images are: jpeg, jpg, gif, png, webp, heic Supported documents are: txt, pdf, csv, doc, docx, xls, xlsx, ppt, pptx'
const TOO_LARGE = 'Files with more than 5 MB are not allowed.'

/**
 * Before the message is written, because bytes must be safe before a row names them. One file or one GIF, and beside it what
 * the page behind a link says of itself, which is asked for by its address alone: nobody puts words into a page's mouth.
 */
export async function readAttachment(
  desk: AttachmentDesk,
  sender: Sender,
  given: readonly SentAttachment[] | null | undefined,
): Promise<ReadAttachment> {
  const previews = (given ?? []).filter(({ type }) => type === 'link_preview')
  const [sent, ...more] = (given ?? []).filter(({ type }) => type !== 'link_preview')
  if (more.length > 0 || previews.length > 1) throw badInput('chat.one_attachment', 'One file or one GIF a message.')
  const address = previews[0]?.url
  const preview = address === undefined ? null : await findKeptPreview(desk.db, address, desk.now())
  const { fileId = null, gif } = sent ? await readOne(desk, sender, sent) : {}
  const extra = { ...(gif && { gif }), ...(preview && { preview }) }
  return { fileId, extra: Object.keys(extra).length > 0 ? extra : null }
}

type One = { fileId?: string; gif?: StoredExtra['gif'] }

async function readOne(desk: AttachmentDesk, sender: Sender, sent: SentAttachment): Promise<One> {
  if (sent.id !== undefined) return { fileId: await requireOwnFile(desk.db, sender, sent.id) }
  if (sent.data !== undefined) return { fileId: await keepSent(desk, sender, sent, sent.data) }
  const gif = sent.url === undefined ? null : desk.gifs.find(sent.url, sent.name)
  if (!gif) throw badInput('chat.attachment_refused', 'This cannot be sent along.')
  return { gif }
}

/** Somebody else's and one that was uploaded for something else look as if they were not there. */
async function requireOwnFile(db: Db, { personId }: Sender, fileId: string): Promise<string> {
  const file = await findOwnFile(db, personId, fileId)
  if (!file) throw badInput('chat.attachment_refused', 'This file is not there. Please choose it again.')
  return file.id
}

async function keepSent(desk: AttachmentDesk, sender: Sender, sent: SentAttachment, data: string): Promise<string> {
  const { db, now, files, limits, log } = desk
  await requireWithin(db, now(), [{ limits: limits.uploadPerPerson, key: String(sender.personId) }])
  const bytes = decode(data)
  const file = { name: sent.name ?? '', type: (sent.type ?? '').toLowerCase() || 'application/octet-stream', bytes }
  const kept = await keepBytes(files, 'chat', file, log).catch((error: unknown) => {
    throw inOwnWords(error)
  })
  return (await insertUpload({ db, now, actor: sender }, kept)).id
}

const BASE64 = /^(?:data:[\w.+/-]{0,100};base64,)?([A-Za-z0-9+/]*={0,2})$/

/** Its length is known before a byte of it is made. */
function decode(data: string): Buffer {
  if (data.length > Math.ceil(CHAT_FILE_MAX_BYTES / 3) * 4 + 200) throw tooLarge()
  const [, plain] = BASE64.exec(data) ?? []
  if (plain === undefined) throw badInput('chat.attachment_refused', 'This file did not arrive whole. Please send it again.')
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.byteLength > CHAT_FILE_MAX_BYTES) throw tooLarge()
  return bytes
}

const tooLarge = () => new Refusal(413, 'chat.file_too_large', TOO_LARGE)

function inOwnWords(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'files.type_not_allowed' || error.code === 'files.type_mismatch') {
    return new Refusal(415, 'chat.file_type', WRONG_TYPE)
  }
  return error.code === 'core.too_large' ? tooLarge() : error
}
