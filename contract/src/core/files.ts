import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { StoredFile } from './stored-file.ts'

/** The maximum size of any upload. Each purpose has its own limit, which is not larger. */
const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

export const uploadFile = defineCall({
  method: 'POST',
  path: '/api/v2/files/',
  summary: 'Upload a file for a purpose, such as a profile picture',
  action: 'file.write',
  form: {
    fields: z.object({ purpose: z.string().check(z.regex(/^[a-z_]{1,40}$/)) }),
    files: { file: { maxBytes: MAX_UPLOAD_BYTES } },
  },
  reply: StoredFile,
  errors: ['files.purpose_unknown', 'files.type_not_allowed', 'files.type_mismatch', 'files.too_many_pixels', 'files.unreadable'],
})
