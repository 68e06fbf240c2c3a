import type { FastifyInstance } from 'fastify'
import type { Env } from '#core/env.ts'
import type { Files } from '#core/files/open-files.ts'
import type { Limits } from '#core/limits/limits.ts'
import { codeRoutes } from './code-routes.ts'
import type { Google } from './google-keys.ts'
import { googleRoutes } from './google-routes.ts'
import { identityRoutes } from './identity-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { signUpRoutes } from './sign-up-routes.ts'
import { staffRoutes } from './staff-routes.ts'
import type { Tokens } from './tokens.ts'

export type AccountsParts = { env: Env; tokens: Tokens; limits: Limits; files: Files; google: Google | null }

export async function accountsRoutes(app: FastifyInstance, parts: AccountsParts) {
  identityRoutes(app, parts)
  codeRoutes(app, parts)
  signUpRoutes(app, parts)
  googleRoutes(app, parts)
  profileRoutes(app, parts)
  staffRoutes(app, parts)
}
