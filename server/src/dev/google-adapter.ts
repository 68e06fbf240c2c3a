import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const MAX_KEPT = 200
/** All that must last from one request to the next is who is about to choose. */
const lasting = 'Interaction'

/**
 * Where the provider keeps things: in memory, the newest few. A session is never found again, so that each popup asks
 * who one is, as on a phone that several people share.
 */
export function forgetfulAdapter(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>()
  const nothing = async () => undefined
  return (model): Adapter => ({
    async upsert(id, payload) {
      if (model !== lasting) return
      kept.delete(id)
      kept.set(id, payload)
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MAX_KEPT))) kept.delete(oldest)
    },
    find: async (id) => (model === lasting ? kept.get(id) : undefined),
    async destroy(id) {
      if (model === lasting) kept.delete(id)
    },
    findByUid: nothing,
    findByUserCode: nothing,
    consume: nothing,
    revokeByGrantId: nothing,
  })
}
