import type { ListenerCtx } from '#core/ctx.ts'
import { tryOut } from '#core/try-out.ts'
import { exportFiles } from '#programme/export/programme.ts'
import { zipFiles } from '#programme/export/zip.ts'
import { loadWhole } from '#programme/load/programme.ts'
import { readSource } from '#programme/read/programme.ts'
import { openZip } from '#programme/read/zip.ts'
import type { TestServer } from './harness.ts'

/** Every programme finds the same empty database, whatever was loaded before. */
const inEmptyDatabase = <T>({ app }: TestServer, work: (ctx: ListenerCtx) => Promise<T>) => tryOut(app.world, app.log, work)

const importZip = async (ctx: ListenerCtx, zip: Uint8Array) => loadWhole(ctx, await readSource(await openZip(zip)))
const exportZip = async (ctx: ListenerCtx) => zipFiles(await exportFiles(ctx.db, ctx.now()))

/** The archives of a programme: exported, imported and exported again, into the same database and into an empty one. */
export async function roundTrip(server: TestServer, files: Readonly<Record<string, string | Buffer>>) {
  const [first, same] = await inEmptyDatabase(server, async (ctx) => {
    await importZip(ctx, zipFiles(new Map(Object.entries(files))))
    const exported = await exportZip(ctx)
    await importZip(ctx, exported)
    return [exported, await exportZip(ctx)] as const
  })
  const other = await inEmptyDatabase(server, async (ctx) => {
    await importZip(ctx, first)
    return exportZip(ctx)
  })
  return { first, same, other }
}
