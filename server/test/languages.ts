import type { TestServer } from './harness.ts'

/** No longer offered, as when its texts turn out not to be good enough; whoever has chosen it keeps it. */
export async function withdrawLanguage({ db }: TestServer, code: string): Promise<void> {
  await db.updateTable('language').set({ is_active: false }).where('code', '=', code).execute()
}
