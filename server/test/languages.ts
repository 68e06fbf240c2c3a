import type { TestServer } from './harness.ts'

/** The language is no longer offered; people who have chosen it keep it. */
export async function withdrawLanguage({ db }: TestServer, code: string): Promise<void> {
  await db.updateTable('language').set({ is_active: false }).where('code', '=', code).execute()
}
