import { buildPost } from '../feed-posts.ts'
import type { BuildInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const A_YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** A post is visible to everybody once it is published. */
const anyPost: ObjectRow = {
  own: async (server) => ({ body: { id: await buildPost(server) } }),
  foreign: {
    'one published later': async (server) => {
      const publishedAt = new Date(server.clock.now().getTime() + A_YEAR_MS)
      return { body: { id: await buildPost(server, { publishedAt }) } }
    },
  },
  absent: () => ({ body: { id: 2_000_000_000 } }),
}

export const feedRows: ObjectRows = {
  'POST /api/v2/learninghub/feed/toggle-like/': anyPost,
  'POST /api/v2/learninghub/feed/click/': anyPost,
}

export const feedSamples: Readonly<Record<string, BuildInput>> = {
  'GET /api/v2/learninghub/feed/': async (server) => {
    await buildPost(server, { tags: ['work'] })
    return { query: { tags: 'work', before: '99999999999999999_1' } }
  },
}
