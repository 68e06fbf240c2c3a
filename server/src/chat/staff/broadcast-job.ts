import { TEXT_MAX } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { requireVoice } from '../voice.ts'

/** A message from the team to many channels. One temporary id, so that retries send nothing twice. */
export const broadcastJob = definePreparedJob({
  name: 'chat.broadcast',
  payload: z.strictObject({
    staffId: z.int(),
    key: z.uuid(),
    text: z.string().check(z.maxLength(TEXT_MAX)),
    channelIds: z.array(z.int()),
  }),
  retry: { limit: 8, delaySeconds: 5, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 300,
  prepare: async ({ engines }, { staffId, key, text, channelIds }) => {
    const voice = requireVoice(engines.chatVoice)
    const message = { senderId: staffId, text, tempId: `broadcast-${key}` }
    await Promise.all(channelIds.map((channelId) => voice.broadcast({ ...message, channelId })))
  },
  work: async () => {},
})
