import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const MAX_STORED = 200
/** Only interactions must survive from one request to the next. */
const storedModel = 'Interaction'

/**
 * In-memory storage of the provider, for the newest few entries. Sessions are never found again, so that each popup asks for the
 * account, as on a shared phone.
 */
export function memoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>()
  const nothing = async () => undefined
  return (model): Adapter => ({
    async upsert(id, payload) {
      if (model !== storedModel) return
      stored.delete(id)
      stored.set(id, payload)
      for (const oldest of [...stored.keys()].slice(0, Math.max(0, stored.size - MAX_STORED))) stored.delete(oldest)
    },
    find: async (id) => (model === storedModel ? stored.get(id) : undefined),
    async destroy(id) {
      if (model === storedModel) stored.delete(id)
    },
    findByUid: nothing,
    findByUserCode: nothing,
    consume: nothing,
    revokeByGrantId: nothing,
  })
}
