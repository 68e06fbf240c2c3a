import type { Domain } from '#core/domain.ts'

export const safety: Domain = { name: 'safety' }
