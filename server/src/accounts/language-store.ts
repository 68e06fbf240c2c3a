import type { Db } from '#core/ctx.ts'

export function findActiveLanguages(db: Db): Promise<{ code: string; isDefault: boolean }[]> {
  return db
    .selectFrom('language')
    .select(['code', 'is_default as isDefault'])
    .where('is_active', '=', true)
    .orderBy('code')
    .execute()
}
