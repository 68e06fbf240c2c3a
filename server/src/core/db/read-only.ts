import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely'
import type { Db } from './open.ts'

/** Raw SQL is allowed: it is our own, short and reviewed. */
const reads = new Set<RootOperationNode['kind']>(['SelectQueryNode', 'RawNode'])

const refuseWrites: KyselyPlugin = {
  transformQuery({ node }: PluginTransformQueryArgs) {
    if (!reads.has(node.kind)) throw new Error(`A call that only reads tried a ${node.kind}`)
    return node
  },
  transformResult: async ({ result }) => result,
}

const handles = new WeakMap<Db, Db>()

/** A handle to the same database that refuses every write before it is sent. */
export function readOnly(db: Db): Db {
  const known = handles.get(db)
  if (known) return known
  const handle = db.withPlugin(refuseWrites)
  handles.set(db, handle)
  return handle
}
