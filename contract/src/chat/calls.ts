import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { LinkPreview } from './entities.ts'

export const getLinkPreview = defineCall({
  method: 'GET',
  path: '/api/v2/chat/link-preview/',
  summary: 'What the page behind a link says of itself; empty when it cannot be read',
  action: 'chat.preview_link',
  query: z.object({ url: z.string().check(z.minLength(1), z.maxLength(2048)) }),
  reply: LinkPreview,
  errors: ['chat.link_refused'],
})
