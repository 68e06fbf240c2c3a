import type { FastifyInstance } from 'fastify'
import type { Bus } from './live/bus.ts'
import type { Clock } from './clock.ts'
import type { DomainParts, World } from './ctx.ts'
import type { Env } from './env.ts'
import type { Files } from './files/open-files.ts'
import type { Purposes } from './files/purposes.ts'
import type { Engines, RunnableJob } from './jobs/define-job.ts'
import type { Limits } from './limits/limits.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { SocketPlan } from './sockets/serve-sockets.ts'

export type Services = { env: Env; clock: Clock; limits: Limits; files: Files; outgoing: Outgoing; engines: Engines }

export type SocketParts = { world: World; bus: Bus; services: Services }
/** `count` is the number of open sockets. */
export type OpenSocket = { plan: SocketPlan; count: () => number }

/** What the app composes: each domain exports one of these from its domain.ts. */
export type Domain = DomainParts & {
  routes?: (app: FastifyInstance, services: Services) => Promise<void>
  openSocket?: (app: FastifyInstance, parts: SocketParts) => OpenSocket
  jobs?: readonly RunnableJob[]
  filePurposes?: Purposes
}
