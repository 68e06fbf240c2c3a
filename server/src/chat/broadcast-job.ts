import { TEXT_MAX } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { requireVoice } from './voice.ts'

/** What the team says to many. It bears one name everywhere, so that a second try says nothing twice. */
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
    const said = { senderId: staffId, text, tempId: `broadcast-${key}` }
    await Promise.all(channelIds.map((channelId) => voice.broadcast({ ...said, channelId })))
  },
  work: async () => {},
})
