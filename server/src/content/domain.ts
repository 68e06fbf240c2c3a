import type { Domain } from '#core/domain.ts'
import { contentRoutes } from './routes.ts'

export const content: Domain = { name: 'content', routes: contentRoutes }
