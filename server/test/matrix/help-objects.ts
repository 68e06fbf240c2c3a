import { buildCase, switchHelpOn } from '../help-cases.ts'
import type { BuildInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

/** Closing a case names the last message that was read: all of them. */
const inPath = (id: number) => ({ params: { id }, body: { upTo: 2_000_000_000 } })

/** Staff read and answer every case, including their own. */
const anyCase: ObjectRow = {
  own: async (server) => inPath(await buildCase(server)),
  also: {
    'one that is closed': async (server) => inPath(await buildCase(server, { isClosed: true })),
    'one’s own': async (server, personId) => inPath(await buildCase(server, { personId })),
    'one of somebody disabled': async (server) =>
      inPath(await buildCase(server, { personId: await server.buildPerson({ disabled: true }) })),
  },
  foreign: {},
  absent: () => inPath(2_000_000_000),
}

const released = (id: number) => ({ params: { id }, body: { personId: null } })
const releasedCase: ObjectRow = {
  own: async (server) => released(await buildCase(server)),
  foreign: {},
  absent: () => released(2_000_000_000),
}

const read = (id: number) => ({ params: { id }, body: { state: 'reading' } })
const readCase: ObjectRow = {
  own: async (server) => read(await buildCase(server)),
  foreign: {},
  absent: () => read(2_000_000_000),
}

const position = { notAnObject: 'a position in the caller’s own conversation' }

export const helpRows: ObjectRows = {
  'GET /api/v2/help-center/messages/': position,
  'POST /api/v2/help-center/messages/': { notAnObject: 'a client-side id of the caller’s own message' },
  'POST /api/v2/help-center/read/': position,
  'GET /api/v2/staff/help/:id/': anyCase,
  'POST /api/v2/staff/help/:id/messages/': anyCase,
  'POST /api/v2/staff/help/:id/close/': anyCase,
  'POST /api/v2/staff/help/:id/reopen/': anyCase,
  'PUT /api/v2/staff/help/:id/assignee/': releasedCase,
  'PUT /api/v2/staff/help/:id/presence/': readCase,
}

const withHelp: BuildInput = async (server, personId) => {
  await switchHelpOn(server, personId)
  return {}
}

export const helpSamples: Readonly<Record<string, BuildInput>> = {
  'GET /api/v2/help-center/': withHelp,
  'GET /api/v2/help-center/messages/': withHelp,
  'POST /api/v2/help-center/messages/': withHelp,
  'POST /api/v2/help-center/read/': withHelp,
}
