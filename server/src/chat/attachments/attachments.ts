import { AssistantAnswer } from '@saathi/contract/chat/assistant'
import { LinkPreview } from '@saathi/contract/chat/entities'
import type { Attachment, SentAttachment } from '@saathi/contract/chat/socket'
import { VoiceNote } from '@saathi/contract/chat/voice'
import { Helpline } from '@saathi/contract/help/entities'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Actor, Db, Ctx } from '#core/ctx.ts'
import { badInput, Refusal } from '#core/errors.ts'
import { describeFile, type LinkCtx, type FileSummary } from '#core/files/describe-file.ts'
import type { KindName } from '#core/files/kinds.ts'
import type { Files } from '#core/files/open-files.ts'
import { ownerOnly, type Purpose, type Purposes } from '#core/files/purposes.ts'
import { insertUpload, storeUpload } from '#core/files/upload.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { matchPicturePurposes } from '#matching/public.ts'
import { fileGone, findFlags, findStates, isOnFor, isOpenTo } from '../access.ts'
import { areInOneChannel } from '../channels/member-store.ts'
import { findChannels } from '../channels/store.ts'
import { isVoiceType, measureVoice } from '../voice-notes/voice-note.ts'
import { type GifService, StoredGif } from './gifs.ts'
import { findOwnFile, findCachedPreview, findChannelsWith } from './store.ts'

/** Stored in a message's `extra`, in addition to the file. */
export const StoredExtra = z.object({
  gif: z.optional(StoredGif),
  preview: z.optional(LinkPreview),
  helplines: z.optional(z.array(Helpline)),
  answer: z.optional(AssistantAnswer),
  voice: z.optional(VoiceNote),
})
export type StoredExtra = z.infer<typeof StoredExtra>

/** Most messages have nothing, and a failed parse costs more than the rest of showing them. */
const readExtra = (extra: unknown): StoredExtra => (extra === null ? {} : (StoredExtra.safeParse(extra).data ?? {}))

/** The GIF of a message, if it has one. */
export const storedGif = (extra: unknown): StoredGif | null => readExtra(extra).gif ?? null

/** The voice note of a message, if it is one. */
export const storedVoice = (extra: unknown): VoiceNote | undefined => readExtra(extra).voice

/** Only the assistant's answers have helplines; members' messages are built from files, GIFs and previews. */
export const storedHelplines = (extra: unknown): Helpline[] | undefined => readExtra(extra).helplines

/** Like helplines, only in the assistant's messages. */
export const storedAnswer = (extra: unknown): AssistantAnswer | undefined => readExtra(extra).answer

/** The attachments of a message; `file` is the file's row if it still exists. */
export type MessageAttachments = { file: FileSummary | null; extra: unknown }

/** For one reader who is a member. Links are personal, expire soon and are checked again when opened. */
export function showAttachments({ file, extra }: MessageAttachments, reader: LinkCtx): Attachment[] {
  const { gif, preview, voice } = readExtra(extra)
  return [
    ...(file ? [{ ...showFile(describeFile(reader, file), file.thumbnailSize), ...(voice && { voice }) }] : []),
    ...(gif ? [showGif(gif)] : []),
    ...(preview ? [showPreview(preview)] : []),
  ]
}

function showFile(file: ReturnType<typeof describeFile>, thumbnail_size: number | null): Attachment {
  const { id, name, type, size, url, thumbnailUrl = '', width = null, height = null } = file
  const links = { url, presigned_url: url, thumbnail_presigned_url: thumbnailUrl }
  return { ...emptyAttachment, ...links, id, attachment_name: name, name, type, width, height, size, thumbnail_size }
}

const showGif = ({ id, url, previewUrl, width, height, title }: StoredGif): Attachment => ({
  ...emptyAttachment,
  id,
  attachment_name: title,
  name: title,
  type: 'image/gif',
  url,
  presigned_url: url,
  thumbnail_presigned_url: previewUrl,
  width,
  height,
})

const showPreview = ({ title, description, image, url }: LinkPreview): Attachment => ({
  ...emptyAttachment,
  id: url,
  attachment_name: title,
  name: title,
  type: 'text/html',
  url,
  attachment_type: 'link_preview',
  thumbnail_presigned_url: image,
  description,
})

const emptyAttachment = {
  presigned_url: '',
  thumbnail_presigned_url: '',
  description: '',
  width: null,
  height: null,
  size: null,
}

/** Dependencies for validating and storing attachments. */
export type AttachmentDesk = { db: Db; now: () => Date; files: Files; limits: Limits; gifs: GifService; log: FastifyBaseLogger }
type Sender = Pick<Actor, 'personId'>
export type ReadAttachment = { fileId: string | null; extra: StoredExtra | null }

/**
 * Runs before the message is written, because a file must be stored before a row refers to it. Accepts one file or GIF, plus a
 * link preview, which is looked up by address: clients cannot send their own preview text.
 */
export async function readAttachment(
  desk: AttachmentDesk,
  sender: Sender,
  attachments: readonly SentAttachment[] | null | undefined,
): Promise<ReadAttachment> {
  const previews = (attachments ?? []).filter(({ type }) => type === 'link_preview')
  const [attachment, ...more] = (attachments ?? []).filter(({ type }) => type !== 'link_preview')
  if (more.length > 0 || previews.length > 1) throw badInput('chat.one_attachment')
  const address = previews[0]?.url
  const preview = address === undefined ? null : await findCachedPreview(desk.db, address, desk.now())
  const { fileId = null, gif, voice } = attachment ? await storeOne(desk, sender, attachment) : {}
  const extra = { ...(gif && { gif }), ...(preview && { preview }), ...(voice && { voice }) }
  return { fileId, extra: Object.keys(extra).length > 0 ? extra : null }
}

type StoredAttachment = { fileId?: string; gif?: StoredExtra['gif']; voice?: VoiceNote }

async function storeOne(desk: AttachmentDesk, sender: Sender, attachment: SentAttachment): Promise<StoredAttachment> {
  if (attachment.id !== undefined) {
    const { id, type } = await requireOwnFile(desk.db, sender, attachment.id)
    const { waveform } = attachment
    return { fileId: id, ...(isVoiceType(type) && { voice: await measureVoice(desk.files.store, { id, type, waveform }) }) }
  }
  if (attachment.data !== undefined) return { fileId: await storeBytes(desk, sender, attachment, attachment.data) }
  const gif = attachment.url === undefined ? null : desk.gifs.find(attachment.url, attachment.name)
  if (!gif) throw badInput('chat.attachment_refused')
  return { gif }
}

/** Other people's files, and files uploaded for another purpose, look as if they did not exist. */
async function requireOwnFile(db: Db, { personId }: Sender, fileId: string): Promise<{ id: string; type: string }> {
  const file = await findOwnFile(db, personId, fileId)
  if (!file) throw fileGone()
  return file
}

async function storeBytes(desk: AttachmentDesk, sender: Sender, attachment: SentAttachment, data: string): Promise<string> {
  const { db, now, files, limits, log } = desk
  await requireWithinLimits(db, now(), [{ limits: limits.uploadPerPerson, key: String(sender.personId) }])
  const bytes = decode(data)
  const file = { name: attachment.name ?? '', type: (attachment.type ?? '').toLowerCase() || 'application/octet-stream', bytes }
  const stored = await storeUpload(files, 'chat', file, { personId: sender.personId, log }).catch((error: unknown) => {
    throw toChatRefusal(error)
  })
  // A voice note is uploaded, and measured when it is sent.
  if (isVoiceType(stored.type)) throw new Refusal(415, 'chat.file_type')
  return (await insertUpload({ db, now, actor: sender }, stored)).id
}

const BASE64 = /^(?:data:[\w.+/-]{0,100};base64,)?([A-Za-z0-9+/]*={0,2})$/

/** Checks the length before decoding. */
function decode(data: string): Buffer {
  if (data.length > Math.ceil(CHAT_FILE_MAX_BYTES / 3) * 4 + 200) throw tooLarge()
  const [, plain] = BASE64.exec(data) ?? []
  if (plain === undefined) throw badInput('chat.attachment_refused', { text: 'refusal.chat.attachment_refused.broken' })
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.byteLength > CHAT_FILE_MAX_BYTES) throw tooLarge()
  return bytes
}

const tooLarge = () => new Refusal(413, 'chat.file_too_large')

function toChatRefusal(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'files.type_not_allowed' || error.code === 'files.type_mismatch') {
    return new Refusal(415, 'chat.file_type')
  }
  return error.code === 'core.too_large' ? tooLarge() : error
}

const CHAT_FILE_MAX_BYTES = 5 * 1024 * 1024

const images: readonly KindName[] = ['jpeg', 'png', 'webp', 'gif', 'heic']
const voices: readonly KindName[] = ['webm', 'ogg']
const documents: readonly KindName[] = ['pdf', 'txt', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']

/** Members of the channels in which it was sent, while they take part. The owner can always read it. */
const mayReadSent: Purpose['mayRead'] = async (ctx, file) => {
  if (await ownerOnly(ctx, file)) return true
  const { personId } = ctx.actor
  const channels = await findStates(ctx.db, await findChannels(ctx.db, await findChannelsWith(ctx.db, file.id, personId)))
  if (channels.length === 0) return false
  const flags = await findFlags(ctx.db, personId)
  return channels.some((channel) => isOnFor(flags, channel.kind) && isOpenTo(channel, personId))
}

const { profile_picture: picture } = matchPicturePurposes

/** Members of a channel see each other's profile pictures, if chat is enabled for them. */
const mayReadPicture =
  (mayReadAnyway: Purpose['mayRead']): Purpose['mayRead'] =>
  async (ctx: Ctx, file) => {
    if (await mayReadAnyway(ctx, file)) return true
    const { personId } = ctx.actor
    const { mentorship } = await findFlags(ctx.db, personId)
    return mentorship && areInOneChannel(ctx.db, personId, file.ownerId)
  }

export const chatPurposes: Purposes = {
  chat: { kinds: [...images, ...documents, ...voices], maxBytes: CHAT_FILE_MAX_BYTES, mayRead: mayReadSent },
  ...(picture && { profile_picture: { ...picture, mayRead: mayReadPicture(picture.mayRead) } }),
}
