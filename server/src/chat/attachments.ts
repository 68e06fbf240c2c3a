import { LinkPreview } from '@saathi/contract/chat/entities'
import type { Attachment } from '@saathi/contract/chat/socket'
import { Helpline } from '@saathi/contract/help/entities'
import * as z from 'zod/mini'
import { describeFile, type LinkCtx, type FileSummary } from '#core/files/describe-file.ts'

export { type AttachmentDesk, readAttachment, type ReadAttachment } from './read-attachment.ts'

export const StoredGif = z.object({
  id: z.string(),
  url: z.string(),
  previewUrl: z.string(),
  width: z.int(),
  height: z.int(),
  title: z.string(),
})
export type StoredGif = z.infer<typeof StoredGif>

/** Stored in a message's `extra`, in addition to the file. */
export const StoredExtra = z.object({
  gif: z.optional(StoredGif),
  preview: z.optional(LinkPreview),
  helplines: z.optional(z.array(Helpline)),
})
export type StoredExtra = z.infer<typeof StoredExtra>

/** Only the assistant's answers have helplines; members' messages are built from files, GIFs and previews. */
export const storedHelplines = (extra: unknown): Helpline[] | undefined => StoredExtra.safeParse(extra).data?.helplines

/** The attachments of a message; `file` is the file's row if it still exists. */
export type MessageAttachments = { file: FileSummary | null; extra: unknown }

/** For one reader who is a member. Links are personal, expire soon and are checked again when opened. */
export function showAttachments({ file, extra }: MessageAttachments, reader: LinkCtx): Attachment[] {
  const { gif, preview } = StoredExtra.safeParse(extra).data ?? {}
  return [
    ...(file ? [showFile(describeFile(reader, file), file.thumbnailSize)] : []),
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
