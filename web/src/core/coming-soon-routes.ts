import type { Access } from './router/room-route.ts'

/** Screens that are not built yet; coming-soon-lines.ts says which lines of docs/requirements.md wait for them. */
export type ComingSoonRoute = { path: `/${string}`; access: Access }

const at = (access: Access, ...paths: `/${string}`[]): ComingSoonRoute[] => paths.map((path) => ({ path, access }))

export const comingSoonRoutes: readonly ComingSoonRoute[] = [...at('protected', '/video/join-meeting/$roomId')]
